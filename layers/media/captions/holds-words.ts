import type { Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { embeddedCaptions } from './read-captions.ts';

/** What a camera measures is written from the beginning on. */
const LOOKED_AT_SECONDS = 60;

/** Whether the captions of a file near its beginning are read, and are not what its camera measured. */
export async function holdsWords(
  binaries: Binaries,
  input: string,
  found: Probe,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = { language: 'auto', window: [0, LOOKED_AT_SECONDS] } as const;
  const written = await embeddedCaptions(binaries).captions(input, found, asked, signal);
  return written !== undefined && 'segments' in written;
}
