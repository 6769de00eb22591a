import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Copier, WorkingCopy } from '../../app/ports/working-copies.ts';
import type { PictureStream, Probe } from '../../domain/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { startTool } from '../ffmpeg/process.ts';
import { probe } from '../probe/probe.ts';
import { passedFrame } from '../read/frame-clock.ts';
import { copyArgs } from './copy-args.ts';
import { frameTimes } from './frame-times.ts';
import { otherStreams } from './other-streams.ts';

/** An encoder of 8K holds its frames several times. */
const MAX_RESIDENT_BYTES = 4 * 1024 ** 3;

/** Makes working copies with ffmpeg and x264. */
export const ffmpegCopier = (binaries: Binaries): Copier => ({
  async copy(input, master, signal) {
    const { picture } = master;
    if (!picture) return undefined;
    const others = await otherStreams(binaries, input, master, signal);
    if (!others) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'working-copy-'));
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      const file = join(folder, 'copy.mov');
      const args = copyArgs(binaries, input, master, picture, others, file);
      const shown = await encode(binaries, args, signal);
      const copied = shown && (await checked(binaries, file, picture, shown, signal));
      if (!copied) {
        await discard();
        return undefined;
      }
      return { ...(await described(file, copied)), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  },
});

async function described(file: string, found: Probe): Promise<Omit<WorkingCopy, 'discard'>> {
  return {
    probe: found,
    sizeBytes: (await stat(file)).size,
    contentType: 'video/quicktime',
    extension: '.mov',
    bytes: () => createReadStream(file),
  };
}

/** Times of the frames that were decoded, in ticks of the master; undefined when the copy could not be made. */
async function encode(
  binaries: Binaries,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number[] | undefined> {
  const tool = startTool(binaries.ffmpeg, args, {
    pipes: 2,
    signal,
    proxy: binaries.proxy,
    maxResidentBytes: MAX_RESIDENT_BYTES,
  });
  tool.pipe(1).resume();
  const shown: number[] = [];
  for await (const line of lines(tool.pipe(2))) {
    const passed = passedFrame(line);
    if (passed) shown.push(passed.pts);
  }
  const { code } = await tool.ended;
  signal.throwIfAborted();
  return code === 0 && shown.length > 0 ? shown : undefined;
}

/** What the copy is, when it has the master's frames and no others, each as far from the first as there. */
async function checked(
  binaries: Binaries,
  file: string,
  { timeBase: [numerator, denominator] }: PictureStream,
  shown: readonly number[],
  signal: AbortSignal,
): Promise<Probe | undefined> {
  const copied = await probe(binaries, file, signal);
  const { picture } = copied;
  if (!picture) return undefined;
  const times = await frameTimes(binaries, file, picture.index, signal);
  const ticks = (pts: number) =>
    ((pts - (times[0] ?? 0)) * picture.timeBase[0] * denominator) /
    (picture.timeBase[1] * numerator);
  const agrees =
    times.length === shown.length &&
    shown.every((pts, i) => Math.abs(ticks(times[i] ?? 0) - (pts - (shown[0] ?? 0))) < 0.5);
  return agrees ? copied : undefined;
}
