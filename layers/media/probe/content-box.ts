import { availableParallelism } from 'node:os';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Box } from '../../domain/videos/video.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { MAX_PIXELS } from '../ffmpeg/input.ts';
import { type FieldOrder, told } from '../read/frame-clock.ts';
import { type Grey, insideBars } from './black-bars.ts';
import { type Beside, type Sample, samplePictures } from './sample-pictures.ts';

const SAMPLES = 8;
/** Below this many different pictures the keyframes say too little. */
const LEAST_DIFFERENT = 4;
/** How much of a video with few keyframes is decoded to find different pictures, in seconds. */
const SEQUENTIAL_SECONDS = 30;
const GOLDEN_RATIO = 0.618034;

/**
 * Parts of the video at which it is looked at: one in each eighth, and in no step that it may
 * repeat itself in.
 */
export const PLACES: readonly number[] = Array.from(
  { length: SAMPLES },
  (_, i) => (i + ((0.5 + i * GOLDEN_RATIO) % 1)) / SAMPLES,
);

/**
 * Pixels of the pictures that one process decodes side by side; its decoders hold some ten bytes for
 * each. Eight pictures of 1080p.
 */
const PIXELS_AT_ONCE = 17_000_000;
/**
 * Pixels whose decoding costs less than to start another process, which is worth some 100 ms. Eight
 * pictures of 848x480.
 */
const PIXELS_OF_ONE = 3_300_000;

/** A picture is displayed in more pixels than are ever coded where these are far from square. */
function sampleSize(width: number, height: number): readonly [number, number] {
  const longest = Math.floor(MAX_PIXELS / Math.min(width, height));
  return [Math.min(width, longest), Math.min(height, longest)];
}

function enlarged(box: Box | null, [across, down]: readonly [number, number]): Box | null {
  return (
    box && {
      x: Math.round(box.x * across),
      y: Math.round(box.y * down),
      width: Math.round(box.width * across),
      height: Math.round(box.height * down),
    }
  );
}

interface Looking {
  readonly binaries: Binaries;
  readonly input: string;
  readonly picture: PictureStream;
  /** How many the file has, where that is known. */
  readonly keyframes: number | undefined;
  /** What one of the processes writes of the picture stream. */
  readonly beside: Beside | undefined;
  readonly signal: AbortSignal;
}

interface Found {
  readonly contentBox: Box | null;
  /** Those of the frames that were looked at. */
  readonly fieldOrders: ReadonlySet<FieldOrder>;
  /** What was written beside; undefined where nothing was to be, or its process broke down. */
  readonly written: Buffer | undefined;
}

/**
 * Looks for black bars on a few frames spread over the video: keyframes, because they cost
 * next to nothing; where these are too few, frames of the beginning.
 */
export async function findContentBox(
  { binaries, input, picture, keyframes: inAll, beside, signal }: Looking,
  { origin, duration, width, height }: Probe,
): Promise<Found> {
  const displayed = sampleSize(width, height);
  const boxOf = (greys: readonly Grey[]) =>
    enlarged(insideBars(greys), [width / displayed[0], height / displayed[1]]);
  const source = { binaries, input, picture, displayed, signal };
  const times = new Set<number>();
  const fieldOrders = new Set<FieldOrder>();
  const hear = (line: string) => {
    const tells = told(line);
    if (tells?.what === 'frame') times.add(tells.pts);
    if (tells?.what === 'fields') fieldOrders.add(tells.order);
  };
  let toWrite = beside;
  let written: Buffer | undefined;
  /** Takes samples by one process, and what is to be written once by the first one. */
  const take = async (samples: readonly Sample[]) => {
    const first = toWrite;
    toWrite = undefined;
    const sampled = await samplePictures(source, samples, first, hear);
    written ??= sampled.beside;
    return { ...sampled, hadMore: first !== undefined };
  };

  const keyframeAt = (place: number): Sample => ({
    reading: [
      // Without the delay for reordering, the keyframe is the only frame that is decoded.
      ...['-threads', '1', '-skip_frame', 'nokey', '-flags', 'low_delay'],
      ...['-seek_timestamp', '1', '-noaccurate_seek'],
      ...['-ss', (origin + duration * place).toFixed(3)],
    ],
    pictures: 1,
  });
  /** The keyframe at each of some places, by one process; none where it finds none. */
  const keyframesAt = async (places: readonly number[]): Promise<readonly Grey[]> => {
    const { isBroken, hadMore, pictures } = await take(places.map(keyframeAt));
    // What breaks at one place ends the process of all; behind the last keyframe there is none.
    if (!isBroken || (places.length === 1 && !hadMore)) return pictures;
    const alone: Grey[] = [];
    for (const place of places) alone.push(...(await keyframesAt([place])));
    return alone;
  };
  const cores = availableParallelism();
  const pixels = picture.codedWidth * picture.codedHeight;
  const size = Math.max(
    Math.min(SAMPLES, Math.floor(PIXELS_OF_ONE / pixels)),
    Math.min(Math.ceil(SAMPLES / cores), Math.max(1, Math.floor(PIXELS_AT_ONCE / pixels))),
  );
  const groups = Array.from({ length: Math.ceil(SAMPLES / size) }, (_, i) =>
    PLACES.slice(i * size, (i + 1) * size),
  ).values();
  const keyframes: Grey[] = [];
  const look = async () => {
    for (const places of groups) keyframes.push(...(await keyframesAt(places)));
  };
  // A short file has often one: looking for it in each eighth would start processes for nothing.
  if (inAll === undefined || inAll >= LEAST_DIFFERENT) {
    await Promise.all(Array.from({ length: Math.min(cores, SAMPLES) }, look));
  }
  // Many keyframes that look the same: the video stands still, and decoding it would tell no more.
  if (different(keyframes).length >= LEAST_DIFFERENT || times.size >= LEAST_DIFFERENT) {
    return { contentBox: boxOf(keyframes), fieldOrders, written };
  }

  const seconds = Math.min(duration, SEQUENTIAL_SECONDS);
  const step = (seconds / SAMPLES).toFixed(6);
  const inRow: Sample = {
    reading: [
      ...['-threads', String(cores)],
      // Bars are as black without loop filters, and frames that nothing refers to may be missing.
      ...['-skip_loop_filter', 'all', '-skip_frame', 'noref'],
      ...['-t', seconds.toFixed(3)],
    ],
    choosing: [`select='isnan(prev_selected_t)+gte(t-prev_selected_t,${step})'`],
    pictures: SAMPLES,
  };
  const { isBroken, hadMore, pictures } = await take([inRow]);
  const shown = isBroken && hadMore ? (await take([inRow])).pictures : pictures;
  return { contentBox: boxOf(shown), fieldOrders, written };
}

const different = (frames: Grey[]) =>
  frames.filter((frame, i) => !frames.slice(0, i).some((other) => same(frame, other)));

const same = (a: Grey, b: Grey) => Buffer.compare(a.pixels, b.pixels) === 0;
