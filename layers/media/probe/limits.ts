import type { DomainError } from '../../domain/errors.ts';
import { overLimit, overMemory } from '../../domain/sources/undecodable.ts';
import { MAX_PIXELS, MAX_STREAMS } from '../ffmpeg/input.ts';
import { MAX_RESIDENT_BYTES } from '../ffmpeg/process.ts';

const TOO_MANY_PIXELS = /Picture size (\d+)x(\d+) exceeds specified max pixel count/;
const TOO_MANY_STREAMS = /Number of (streams|tracks) exceeds max_streams/;

const MILLION = 1e6;
const millions = (count: number) => (count / MILLION).toFixed(1);

/** The limit of reading that a message of ffmpeg or ffprobe tells of; most tell of none. */
export function limitIn(line: string): DomainError | undefined {
  const [, width, height] = TOO_MANY_PIXELS.exec(line) ?? [];
  if (width !== undefined && height !== undefined) {
    const pixels = millions(Number(width) * Number(height));
    return overLimit(
      `its picture has ${width} x ${height} pixels, ${pixels} million, and at most ${MAX_PIXELS / MILLION} million are read (8K is 7680 x 4320). Scale it down and send that.`,
    );
  }
  return TOO_MANY_STREAMS.test(line)
    ? overLimit(
        `it has more than ${MAX_STREAMS} streams, and at most ${MAX_STREAMS} are read. Send it with the picture and the sound that you need.`,
      )
    : undefined;
}

/** Why a tool that we killed could not end, as the caller is told. */
export const limitOfKill = (
  killedFor: 'memory' | 'output',
  { bytes, of }: { readonly bytes: number; readonly of: string },
): DomainError =>
  killedFor === 'memory'
    ? overMemory(MAX_RESIDENT_BYTES)
    : overLimit(
        `the list of ${of} is longer than the ${millions(bytes)} MB that are read. Cut the file into parts, or export it anew.`,
      );
