import type { Binaries } from '../ffmpeg/binaries.ts';
import { startTool } from '../ffmpeg/process.ts';
import { faultIn } from '../read/faults.ts';
import { told } from '../read/frame-clock.ts';

/** An encoder of 8K holds its frames several times. */
const MAX_RESIDENT_BYTES = 4 * 1024 ** 3;

/** How the demuxer of GXF says that a file has ended. */
const END_OF_GXF = /Operation not permitted$/;

/** What a decode to the end of a file told. */
export interface Decoded {
  /** Presentation times of the frames of its picture, in ticks, as they came. */
  readonly times: readonly number[];
  readonly faults: number;
  /** The first fault, in ffmpeg's words. */
  readonly firstFault: string | undefined;
  /** The exit code; null when the process was killed. */
  readonly code: number | null;
}

/**
 * Runs an ffmpeg whose graph tells of each frame, and listens to all that it says.
 * @param picture index of the stream whose faults harm the picture
 */
export async function decoded(
  binaries: Binaries,
  args: readonly string[],
  picture: number,
  signal: AbortSignal,
): Promise<Decoded> {
  const tool = startTool(binaries.ffmpeg, args, {
    pipes: 2,
    signal,
    proxy: binaries.proxy,
    maxResidentBytes: MAX_RESIDENT_BYTES,
  });
  tool.pipe(1).resume();
  const times: number[] = [];
  let faults = 0;
  let firstFault: string | undefined;
  for await (const line of tool.messages()) {
    const tells = told(line);
    if (tells?.what === 'frame') times.push(tells.pts);
    else if (faultIn(line, picture) && !END_OF_GXF.test(line)) {
      faults++;
      firstFault ??= line;
    }
  }
  const { code } = await tool.ended;
  signal.throwIfAborted();
  return { times, faults, firstFault, code };
}
