import type { Probe } from '../sources/probe.ts';

/**
 * Masters that working copies took the place of: the prefix of their keys, and for how long the
 * bucket keeps what lies there.
 */
export const MASTERS = { prefix: 'masters/', days: 7 } as const;

/** A source of more bytes is kept as a working copy, whatever it holds. */
const ALWAYS_ABOVE_BYTES = 2_000_000_000;
/** Ultra HD and above. */
const LONG_SIDE_4K = 3840;
/**
 * Interlaced H.264 above this rate, in bits per second, is a broadcast master and not a camera's
 * clip.
 */
const MASTER_BIT_RATE = 25_000_000;

/**
 * Codecs of editing rooms and capture cards: many bytes a frame, and nothing that a browser plays.
 */
const EDITING_CODECS: ReadonlySet<string> = new Set([
  'prores',
  'prores_raw',
  'dnxhd',
  'cfhd',
  'hap',
  'qtrle',
  'jpeg2000',
  'rawvideo',
  'v210',
  'v210x',
  'v308',
  'v408',
  'v410',
  'r210',
  'r10k',
  'y41p',
  'yuv4',
  'huffyuv',
  'ffvhuff',
  'ffv1',
  'utvideo',
  'magicyuv',
  'lagarith',
  'png',
  'tiff',
  'dpx',
]);

/** Containers of broadcast servers, by ffmpeg's names. */
const MASTER_FORMATS: ReadonlySet<string> = new Set(['mxf', 'mxf_opatom', 'gxf', 'lxf']);

/** True for a source that is large, or awkward to seek in: it is kept as an H.264 working copy. */
export function needsWorkingCopy(
  { picture, format, duration }: Pick<Probe, 'picture' | 'format' | 'duration'>,
  bytes: number,
): boolean {
  if (!picture) return false;
  const { codec, codedWidth, codedHeight, fieldOrder } = picture;
  const isBroadcastMaster =
    fieldOrder !== null && (codec !== 'h264' || (bytes * 8) / duration > MASTER_BIT_RATE);
  return (
    bytes > ALWAYS_ABOVE_BYTES ||
    EDITING_CODECS.has(codec) ||
    MASTER_FORMATS.has(format) ||
    Math.max(codedWidth, codedHeight) >= LONG_SIDE_4K ||
    isBroadcastMaster
  );
}

/**
 * Pixels that one core decodes of a master, encodes and decodes again in a second. Measured on
 * footage: 52 million of ProRes 422 HQ, 61 of DNxHR HQ, 76 of XDCAM, 74 and 86 of HEVC and H.264 at
 * 4K; grain costs more.
 */
const PIXELS_PER_CORE_SECOND = 45e6;
/**
 * Bytes of a master that come from the object store in a second, where they are more than the cores
 * can take.
 */
const BYTES_PER_SECOND = 60e6;
/** Opening, probing and storing. */
const FIXED_SECONDS = 20;

/** Seconds that making and checking a working copy is foreseen to take. */
export function secondsToCopy(
  { picture, duration }: Pick<Probe, 'picture' | 'duration'>,
  bytes: number,
  cores: number,
): number {
  if (!picture) return 0;
  const frames = (duration * picture.rate[0]) / picture.rate[1];
  const pixels = frames * picture.codedWidth * picture.codedHeight;
  const work = pixels / (PIXELS_PER_CORE_SECOND * cores);
  return FIXED_SECONDS + Math.max(work, bytes / BYTES_PER_SECOND);
}

/**
 * What is known of a video once its copy stands for its master. Where the bytes lie comes from the
 * copy; what the video is, as it was told before, from the master.
 * @returns undefined when the copy does not hold the same picture and sound
 */
export function probeOfCopy(master: Probe, copy: Probe): Probe | undefined {
  const [of, now] = [master.picture, copy.picture];
  const same =
    of &&
    now &&
    of.codedWidth === now.codedWidth &&
    of.codedHeight === now.codedHeight &&
    master.audio.length === copy.audio.length;
  if (!same) return undefined;
  const { index, codec, timeBase, firstPts, namesColorMatrix } = now;
  const { hasAlpha: _alpha, ...shown } = of;
  // The streams of a copy lie in the order of the master's, the default one first.
  const kept = copy.audio
    .map((index, i) => ({ index, sound: copy.sounds?.[i] }))
    .sort((a, b) => a.index - b.index);
  const { lacksIndex: _, ...known } = master;
  return {
    ...known,
    format: copy.format,
    origin: copy.origin,
    picture: { ...shown, index, codec, timeBase, firstPts, namesColorMatrix },
    audio: kept.map((stream) => stream.index),
    ...(copy.sounds && { sounds: kept.flatMap(({ sound }) => sound ?? []) }),
  };
}
