import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runToPipes } from '../ffmpeg/process.ts';
import { beforeTurn, overBlack, turnFilters, uncut } from '../picture-space.ts';
import { TELLING_DECODE } from '../read/faults.ts';
import { TELL_FIELDS, TELL_FRAME } from '../read/frame-clock.ts';
import type { Grey } from './black-bars.ts';

/** Some pictures of a video, as ffmpeg is asked for them. */
export interface Sample {
  /** Options of the input: where it is read, and how it is decoded. */
  readonly reading: readonly string[];
  /** Filters before the picture is made small and grey. */
  readonly choosing?: readonly string[];
  /** How many at most. */
  readonly pictures: number;
}

/** What else is written of a picture stream by a process that takes samples of it. */
export interface Beside {
  /** Options of its output. */
  readonly output: readonly string[];
  readonly maxBytes: number;
}

export interface Sampled {
  /** Whether the process broke down before its end. */
  readonly isBroken: boolean;
  readonly pictures: readonly Grey[];
  readonly beside: Buffer | undefined;
}

interface Source {
  readonly binaries: Binaries;
  readonly input: string;
  readonly picture: PictureStream;
  /** As it is displayed, in pixels. */
  readonly displayed: readonly [width: number, height: number];
  readonly signal: AbortSignal;
}

/**
 * Takes samples of a picture stream by one process.
 * @param hear takes each line that it says; two are of each picture it passed (`told`)
 */
export async function samplePictures(
  { binaries, input, picture, displayed, signal }: Source,
  samples: readonly Sample[],
  beside: Beside | undefined,
  hear: (line: string) => void,
): Promise<Sampled> {
  const [width, height] = displayed;
  const [w, h] = beforeTurn(picture, [width, height]);
  const toGrey = [
    `${overBlack(picture)}scale=${w}:${h}`,
    ...turnFilters(picture),
    'format=gray',
    TELL_FRAME,
  ];
  const file = [...guards(input, binaries), '-i', inputName(input, binaries)];
  // Options are those of the next input alone: pictures are turned here, by filters.
  const decoded = ['-noautorotate', ...PIXEL_GUARD, ...uncut(picture), ...file];
  const inputs = samples.flatMap(({ reading }) => [...reading, ...decoded]);
  const fds = samples.map((_, at) => (at === 0 ? 1 : at + 2));
  const of = (at: number) => ['-map', `${at}:${picture.index}`];
  const outputs = samples.flatMap(({ choosing = [], pictures }, at) => [
    ...of(at),
    ...['-vf', [...choosing, TELL_FIELDS, ...toGrey].join(',')],
    ...binaries.passthrough,
    ...['-frames:v', String(pictures), '-f', 'rawvideo', `pipe:${fds[at]}`],
  ]);
  const besideFd = samples.length + 2;
  if (beside) {
    inputs.push(...file);
    outputs.push(...of(samples.length), ...beside.output, `pipe:${besideFd}`);
    fds.push(besideFd);
  }
  const most = Math.max(...samples.map(({ pictures }) => pictures)) * width * height;
  const ran = await runToPipes(binaries.ffmpeg, [...TELLING_DECODE, ...inputs, ...outputs], fds, {
    signal,
    proxy: binaries.proxy,
    hear,
    maxBytes: Math.max(most, beside?.maxBytes ?? 0),
  });
  const isBroken = ran.code !== 0;
  const pictures = ran.outputs.slice(0, samples.length);
  return {
    isBroken,
    pictures: pictures.flatMap((bytes) => greysOf(bytes, width, height)),
    beside: isBroken || !beside ? undefined : ran.outputs.at(-1),
  };
}

function greysOf(bytes: Buffer, width: number, height: number): Grey[] {
  const size = width * height;
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => ({
    width,
    height,
    pixels: bytes.subarray(i * size, (i + 1) * size),
  }));
}
