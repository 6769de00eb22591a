import type { Description } from './describe-streams.ts';

/** What ffprobe says of a format that it knows and may not open. */
const REFUSED = /\[([\w,]+) @ \w+\] (?:\[\w+\] )?Format not on whitelist/;

const STILL = 'it is a still picture';
const WEBP = 'it is a WebP picture, which is not read; export an animation as mp4';

/** Formats that people take for video, or send by mistake, by ffprobe's names. */
const KINDS: Readonly<Record<string, string>> = {
  gif: 'it is a GIF, which is not read; export the animation as mp4',
  apng: 'it is a PNG that moves, which is not read; export the animation as mp4',
  // One name for both of its kinds.
  webp_pipe: WEBP,
  // The same from FFmpeg 9 on, where it moves.
  webp_anim: WEBP,
  image2: STILL,
  hls: 'it is a playlist, which names a stream and does not hold one',
  dash: 'it is a playlist, which names a stream and does not hold one',
  // Music of games is often packed so, by which ffprobe knows it.
  libgme: 'it is packed (gzip), or music of a game; send the video itself, unpacked',
};

/** What a file is that ffprobe refuses by its format, from one line of its messages; most tell nothing. */
export function foreignKind(line: string): string | undefined {
  const name = REFUSED.exec(line)?.[1];
  if (name === undefined) return undefined;
  const still = name.endsWith('_pipe') ? KINDS['image2'] : undefined;
  return KINDS[name] ?? still ?? `it is of a kind that is not read (${name})`;
}

/**
 * Brands of HEIC and AVIF (ISO/IEC 23008-12): FFmpeg makes a video of an AVIF, which lasts a second,
 * and from 7 on of the parts of a HEIC.
 */
const PHOTOS: ReadonlySet<string> = new Set(['avif', 'heic', 'heix', 'heim', 'heis', 'mif1']);

/** Why a file that opens as an mp4 is none: it is a photo, and has no track that lasts. */
export const photo = ({ format: { tags, duration } }: Description): string | undefined =>
  duration === undefined && PHOTOS.has(tags['major_brand'] ?? '') ? STILL : undefined;

/** What ffprobe says of an mp4 or mov whose index is missing, or cannot be read to its end. */
const NO_INDEX =
  /\[mov,[\w,]+ @ \w+\] (?:\[\w+\] )?(moov atom not found|trun track id unknown|error reading header)/;

/** A fragment names tracks, and only the beginning of its stream tells of them. */
const LOST: Readonly<Record<string, string>> = {
  'moov atom not found':
    'it has no part of its index (moov), which most recorders write last: recording or sending it broke off, or it is one segment of a stream, or a photo (HEIC)',
  'trun track id unknown':
    'it is a segment of a stream, without the beginning that describes it (its initialization segment); put that in front of it, or send the link of the stream',
  'error reading header':
    'only a part of its index (moov) can be read: recording or sending it broke off, or it is damaged',
};

/** What ffprobe says of an MXF of which the end points to places that are not in its beginning. */
const NO_PARTITION = /\[mxf @ \w+\] (?:\[\w+\] )?found essence prior to first PartitionPack/;

/** Why the index of a file is not read, from one line of ffprobe's messages; most tell nothing. */
export function lostIndex(line: string): string | undefined {
  if (NO_PARTITION.test(line)) {
    return 'its end does not belong to its beginning, as where MXF files were put one behind the other; send such files one by one, or joined by a tool that makes one of them';
  }
  const [, found] = NO_INDEX.exec(line) ?? [];
  return found === undefined ? undefined : LOST[found];
}
