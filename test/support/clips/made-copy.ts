import { stat } from 'node:fs/promises';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { makeWorkingCopy } from '../../../layers/media/copy/working-copy.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';

/** The working copy of a file, in a folder; fails with the reason where there is none. */
export async function madeCopy(input: string, probe: Probe, folder: string) {
  const { size: bytes } = await stat(input);
  const binaries = await findBinaries({});
  const { signal } = new AbortController();
  const copy = await makeWorkingCopy(binaries, { input, bytes, probe }, folder, signal);
  if ('why' in copy) throw new Error(`no copy was made: ${copy.why}`);
  return copy;
}
