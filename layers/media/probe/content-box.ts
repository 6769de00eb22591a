import type { PictureStream, Probe } from '../../domain/probe.ts';
import type { Box } from '../../domain/video.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { beforeTurn, turnFilters } from '../picture-space.ts';
import { type Grey, insideBars } from './black-bars.ts';

const SAMPLES = 8;
/** Below this many different pictures the keyframes say too little. */
const LEAST_DIFFERENT = 4;
/** How much of a video with few keyframes is decoded to find different pictures, in seconds. */
const SEQUENTIAL_SECONDS = 30;

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
  const { ffmpeg, proxy } = binaries;
  const [w, h] = beforeTurn(picture, [width, height]);
  const toGrey = [`scale=${w}:${h}`, ...turnFilters(picture), 'format=gray'].join(',');
  const head = ['-v', 'error', '-nostdin', '-noautorotate'];
  const open = ['-threads', '1', ...PIXEL_GUARD, ...guards(input, binaries)];
  const sample = async (inputs: string[], outputs: string[]): Promise<Grey[]> => {
    const args = [...head, ...inputs, ...outputs];
    const { output } = await runTool(ffmpeg, args, {
      signal,
      maxBytes: SAMPLES * width * height,
      proxy,
    });
    return framesOf(output, width, height);
  };

  const keyframeAt = (fraction: number) =>
    sample(
      [
        // Without the delay for reordering, the keyframe is the only frame that is decoded.
        ...[...open, '-skip_frame', 'nokey', '-flags', 'low_delay'],
        ...['-seek_timestamp', '1', '-noaccurate_seek'],
        ...['-ss', (origin + duration * fraction).toFixed(3), '-i', inputName(input, binaries)],
      ],
      ['-map', `0:${picture.index}`, '-vf', toGrey, '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'],
    );
  const keyframes: Grey[] = [];
  for (let i = 0; i < SAMPLES; i += 2) {
    const pair = [i + 0.5, i + 1.5].map((sampled) => keyframeAt(sampled / SAMPLES));
    keyframes.push(...(await Promise.all(pair)).flat());
  }
  if (different(keyframes).length >= LEAST_DIFFERENT) return insideBars(keyframes);

  const seconds = Math.min(duration, SEQUENTIAL_SECONDS);
  const rate = SAMPLES / Math.max(seconds, 0.001);
  return insideBars(
    await sample(
      [...open, '-t', seconds.toFixed(3), '-i', inputName(input, binaries)],
      [
        ...['-map', `0:${picture.index}`, '-vf', `fps=${rate.toFixed(6)},${toGrey}`],
        ...['-frames:v', String(SAMPLES), '-f', 'rawvideo', 'pipe:1'],
      ],
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
