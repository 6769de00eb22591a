import { availableParallelism } from 'node:os';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Box } from '../../domain/videos/video.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';
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

/** A picture, with the time of its frame in ticks where that was told. */
type Sample = Grey & { readonly pts: number | undefined };

/**
 * Looks for black bars on a few frames spread over the video: keyframes, because they cost
 * next to nothing; where these are too few, frames of the beginning.
 */
export async function findContentBox(
  binaries: Binaries,
  input: string,
  { origin, duration, width, height }: Probe,
  picture: PictureStream,
  signal: AbortSignal,
): Promise<Box | null> {
  const { ffmpeg, passthrough, proxy } = binaries;
  const [w, h] = beforeTurn(picture, [width, height]);
  const toGrey = [`scale=${w}:${h}`, ...turnFilters(picture), 'format=gray', TELL_FRAME];
  const head = [
    '-hide_banner',
    '-nostats',
    '-v',
    WITH_LEVELS,
    '-nostdin',
    '-copyts',
    '-noautorotate',
  ];
  const open = [...PIXEL_GUARD, ...guards(input, binaries)];
  const cores = availableParallelism();
  const sample = async (inputs: string[], filters: string[], frames: number) => {
    const outputs = ['-map', `0:${picture.index}`, '-vf', filters.join(',')];
    const args = [...head, ...inputs, ...outputs];
    args.push(...passthrough, '-frames:v', String(frames), '-f', 'rawvideo', 'pipe:1');
    const { output, messages } = await runTool(ffmpeg, args, {
      signal,
      maxBytes: SAMPLES * width * height,
      proxy,
    });
    const times = messages.split('\n').flatMap((line) => passedFrame(line)?.pts ?? []);
    return framesOf(output, width, height).map((grey, i): Sample => ({ ...grey, pts: times[i] }));
  };

  const keyframeAt = (place: number) =>
    sample(
      [
        // Without the delay for reordering, the keyframe is the only frame that is decoded.
        ...['-threads', '1', ...open, '-skip_frame', 'nokey', '-flags', 'low_delay'],
        ...['-seek_timestamp', '1', '-noaccurate_seek'],
        ...['-ss', (origin + duration * place).toFixed(3), '-i', inputName(input, binaries)],
      ],
      toGrey,
      1,
    );
  const keyframes: Sample[] = [];
  const places = PLACES.values();
  const look = async () => {
    for (const place of places) keyframes.push(...(await keyframeAt(place)));
  };
  await Promise.all(Array.from({ length: Math.min(cores, SAMPLES) }, look));
  const times = new Set(keyframes.map(({ pts }) => pts));
  times.delete(undefined);
  // Many keyframes that look the same: the video stands still, and decoding it would tell no more.
  if (different(keyframes).length >= LEAST_DIFFERENT || times.size >= LEAST_DIFFERENT) {
    return insideBars(keyframes);
  }

  const seconds = Math.min(duration, SEQUENTIAL_SECONDS);
  const step = (seconds / SAMPLES).toFixed(6);
  // Bars are as black without loop filters, and frames that nothing refers to may be missing.
  const quickly = ['-skip_loop_filter', 'all', '-skip_frame', 'noref'];
  const inputs = ['-threads', String(cores), ...quickly, ...open];
  return insideBars(
    await sample(
      [...inputs, '-t', seconds.toFixed(3), '-i', inputName(input, binaries)],
      [`select='isnan(prev_selected_t)+gte(t-prev_selected_t,${step})'`, ...toGrey],
      SAMPLES,
    ),
  );
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
