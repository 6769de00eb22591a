import { z } from 'zod';

const Pts = z.int();
/** Second on the file's clock that a decode is begun at; null for the beginning of the file. */
const Seek = z.number().nullable();

/** The frames, and the tiles that show them, of a part of a read. */
export const PicturesSegment = z.strictObject({
  kind: z.literal('pictures'),
  /** First presentation time in ticks; null for all there is up to `to`. */
  from: Pts.nullable(),
  /** Presentation time behind the last one; null for the end of the read. */
  to: Pts.nullable(),
  tiles: z.strictObject({ first: z.int().min(0), count: z.int().min(0) }),
  /** Whether pictures for reading are taken as well. */
  readsText: z.boolean(),
  /**
   * Where the decode begins, if that is where the segment before began: its frames are then the
   * sequential read's without being compared.
   */
  seek: Seek.optional(),
});
export type PicturesSegment = z.infer<typeof PicturesSegment>;

/** All sound of a read: what a decoder and a resampler remember does not survive a cut. */
export const SoundSegment = z.strictObject({ kind: z.literal('sound') });

/** The tiles of a read that listens to nothing and is not cut. */
export const TilesSegment = z.strictObject({ kind: z.literal('tiles'), readsText: z.boolean() });
export type TilesSegment = z.infer<typeof TilesSegment>;

/** A part of a read that is decoded by itself. Pure data: it travels to whoever decodes. */
export const SegmentPlan = z.discriminatedUnion('kind', [
  PicturesSegment,
  SoundSegment,
  TilesSegment,
]);
export type SegmentPlan = z.infer<typeof SegmentPlan>;

/** A name for a segment's folder, which no other segment of the read has. */
export function segmentName(segment: SegmentPlan): string {
  if (segment.kind !== 'pictures') return segment.kind;
  const { from, to, seek } = segment;
  const again = seek === undefined ? '' : '-again';
  return `pictures-${from ?? 'start'}-${to ?? 'end'}${again}`;
}
