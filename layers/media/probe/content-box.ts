import { availableParallelism } from 'node:os';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Box } from '../../domain/videos/video.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runTool, runToPipes } from '../ffmpeg/process.ts';
import { beforeTurn, turnFilters } from '../picture-space.ts';
import { WITH_LEVELS } from '../read/faults.ts';
import { passedFrame, TELL_FRAME } from '../read/frame-clock.ts';
import { type Grey, insideBars } from './black-bars.ts';

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

interface Looking {
  readonly binaries: Binaries;
  readonly input: string;
  readonly picture: PictureStream;
  /** How many the file has, where that is known. */
  readonly keyframes: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Looks for black bars on a few frames spread over the video: keyframes, because they cost
 * next to nothing; where these are too few, frames of the beginning.
 */
export async function findContentBox(
  { binaries, input, picture, keyframes: inAll, signal }: Looking,
  { origin, duration, width, height }: Probe,
): Promise<Box | null> {
  const { ffmpeg, passthrough, proxy } = binaries;
  const [w, h] = beforeTurn(picture, [width, height]);
  const toGrey = [`scale=${w}:${h}`, ...turnFilters(picture), 'format=gray', TELL_FRAME];
  const head = ['-hide_banner', '-nostats', '-v', WITH_LEVELS, '-nostdin', '-copyts'];
  // Of each input by itself: pictures are turned here, by filters.
  const open = ['-noautorotate', ...PIXEL_GUARD, ...guards(input, binaries)];
  const source = ['-i', inputName(input, binaries)];
  const cores = availableParallelism();
  const times = new Set<number>();
  const hear = (line: string) => {
    const pts = passedFrame(line)?.pts;
    if (pts !== undefined) times.add(pts);
  };
  const running = { signal, proxy, hear };

  /** The keyframe at each of some places, by one process; none where it finds none. */
  const keyframesAt = async (places: readonly number[]): Promise<Grey[]> => {
    const inputs = places.flatMap((place) => [
      // Without the delay for reordering, the keyframe is the only frame that is decoded.
      '-threads',
      '1',
      ...open,
      '-skip_frame',
      'nokey',
      '-flags',
      'low_delay',
      '-seek_timestamp',
      '1',
      '-noaccurate_seek',
      '-ss',
      (origin + duration * place).toFixed(3),
      ...source,
    ]);
    const fds = places.map((_, at) => (at === 0 ? 1 : at + 2));
    const outputs = fds.flatMap((fd, at) => [
      '-map',
      `${at}:${picture.index}`,
      '-vf',
      toGrey.join(','),
      ...passthrough,
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      `pipe:${fd}`,
    ]);
    const args = [...head, ...inputs, ...outputs];
    const ran = await runToPipes(ffmpeg, args, fds, { ...running, maxBytes: width * height });
    const found = ran.outputs.flatMap((output) => framesOf(output, width, height));
    // What breaks at one place ends the process of all; behind the last keyframe there is none.
    if (places.length === 1 || ran.code === 0) return found;
    const alone: Grey[] = [];
    for (const place of places) alone.push(...(await keyframesAt([place])));
    return alone;
  };
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
    return insideBars(keyframes);
  }

  const seconds = Math.min(duration, SEQUENTIAL_SECONDS);
  const step = (seconds / SAMPLES).toFixed(6);
  // Bars are as black without loop filters, and frames that nothing refers to may be missing.
  const quickly = ['-skip_loop_filter', 'all', '-skip_frame', 'noref'];
  const spaced = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${step})'`;
  const args = [
    ...head,
    '-threads',
    String(cores),
    ...quickly,
    ...open,
    '-t',
    seconds.toFixed(3),
    ...source,
    '-map',
    `0:${picture.index}`,
    '-vf',
    [spaced, ...toGrey].join(','),
    ...passthrough,
    '-frames:v',
    String(SAMPLES),
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const ran = await runTool(ffmpeg, args, { ...running, maxBytes: SAMPLES * width * height });
  return insideBars(framesOf(ran.output, width, height));
}

const different = (frames: Grey[]) =>
  frames.filter((frame, i) => !frames.slice(0, i).some((other) => same(frame, other)));

const same = (a: Grey, b: Grey) => Buffer.compare(a.pixels, b.pixels) === 0;

function framesOf(bytes: Buffer, width: number, height: number): Grey[] {
  const size = width * height;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => ({
    width,
    height,
    pixels: bytes.subarray(i * size, (i + 1) * size),
  }));
}
