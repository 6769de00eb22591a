import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PicturesSegment, SoundSegment, TilesSegment } from './segment-plan.ts';

/** Records of another version are of another release: their segments are read again. */
export const VERSION = 5;
/** Four hours at 1000 frames a second; nobody who writes a record makes its reader hold more. */
const MOST_FRAMES = 14_400_000;

const Pts = z.int();
const list = <T extends z.ZodType>(of: T) => z.array(of).max(MOST_FRAMES);
const Size = {
  width: z.int().positive(),
  height: z.int().positive(),
  pixelAspect: z.number().positive().optional(),
};
const Counts = list(z.int().min(0));

/** Frames around a cut, each with its time in ticks and a digest of its small picture. */
const SeamFrames = z.array(z.tuple([Pts, z.string().max(32)])).max(4096);
export type SeamFrames = z.infer<typeof SeamFrames>;

/** What was told of the frames that a segment owns; they are numbered from its first one on. */
export const PicturesRecord = z.strictObject({
  version: z.literal(VERSION),
  segment: PicturesSegment,
  /** Where the decode began, in seconds on the file's clock; null for its beginning. */
  seek: z.number().nullable(),
  /** Presentation time of the first keyframe of the decode. */
  firstKey: Pts.nullable(),
  pts: list(Pts),
  keys: Counts,
  faults: Counts,
  spoilt: Counts,
  /** When packets of the decode's picture are decoded of which a part is missing. */
  torn: list(Pts),
  /** Where pictures change their size. */
  sizes: list(z.strictObject({ frame: z.int().min(0), ...Size })),
  /** Faults that were told of frames of the segment before, after the decode had found its feet. */
  faultsBefore: z.int().min(0),
  /** The same of the segment behind. */
  faultsBehind: z.int().min(0),
  /** Times of the frames that came behind the segment's last one. */
  behind: z.array(Pts).max(4096),
  /** How many of the segment's frames, and of those behind, had passed when each tile was made. */
  framesAtTile: list(z.int()),
  /** How many small pictures there are. */
  small: z.int().min(0),
  /** Times of the pictures for reading. */
  text: list(Pts),
  /** The frames before the segment's first one, as this decode gave them. */
  head: SeamFrames,
  /** The frames before its end. */
  tail: SeamFrames,
  /** Time of the frame that stands still at the end, when tiles are missing there. */
  last: Pts.nullable(),
});
export type PicturesRecord = z.infer<typeof PicturesRecord>;

const SoundRecord = z.strictObject({
  version: z.literal(VERSION),
  segment: SoundSegment,
  /** Pieces of 10 ms. */
  pieces: z.int().min(0),
  holes: list(z.tuple([z.number(), z.number()])),
  jumps: list(z.tuple([z.number(), z.number()])),
  hasFault: z.boolean(),
  /** Why there is sound that was not listened to. */
  unheard: z.string().nullable(),
});
export type SoundRecord = z.infer<typeof SoundRecord>;

const Stretches = list(z.tuple([z.number(), z.number()]));
const TilesRecord = z.strictObject({
  version: z.literal(VERSION),
  segment: TilesSegment,
  tiles: list(z.strictObject({ pts: Pts, lost: z.boolean() })),
  /** Times of the pictures for reading, in seconds from the first frame. */
  text: list(z.number()),
  damage: z.strictObject({
    lost: Stretches,
    absent: Stretches,
    doubtful: Stretches,
    twice: Stretches,
    resized: list(z.strictObject({ second: z.number(), ...Size })),
    silent: Stretches,
    pictureEnds: z.number().nullable(),
    soundEnds: z.number().nullable(),
    unheard: z.string().nullable(),
  }),
});
export type TilesRecord = z.infer<typeof TilesRecord>;

/** What a decode of one segment gave, beside the streams of its folder. */
export const SegmentRecord = z.union([PicturesRecord, SoundRecord, TilesRecord]);
export type SegmentRecord = z.infer<typeof SegmentRecord>;

/** The streams of a folder, each compressed without loss. */
export const STREAMS = {
  tiles: 'tiles.zst',
  small: 'small.zst',
  text: 'text.zst',
  sound: 'sound.zst',
  last: 'last.zst',
} as const;

const FILE = 'segment.json';

/**
 * Writes the record last: a folder that has one is whole.
 * @throws ZodError for what could not be read back
 */
export const writeRecord = (folder: string, record: SegmentRecord): Promise<void> =>
  writeFile(join(folder, FILE), JSON.stringify(SegmentRecord.parse(record)));

/** @throws ZodError for what no decode of this release wrote */
export async function readRecord(folder: string): Promise<SegmentRecord> {
  const text = await readFile(join(folder, FILE), 'utf8');
  return SegmentRecord.parse(JSON.parse(text));
}
