import { stat } from 'node:fs/promises';
import type { WorkingCopy } from '../../../layers/app/ports/videos/working-copies.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegCopier } from '../../../layers/media/copy/working-copy.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';

/** The working copy of a file; fails with the reason where there is none. */
export async function madeCopy(input: string, probe: Probe): Promise<WorkingCopy> {
  const { size: bytes } = await stat(input);
  const copier = ffmpegCopier(await findBinaries({}));
  const copy = await copier.copy({ input, bytes, probe }, new AbortController().signal);
  if ('why' in copy) throw new Error(`no copy was made: ${copy.why}`);
  return copy;
}
