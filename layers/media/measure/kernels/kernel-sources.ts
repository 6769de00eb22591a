import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const NAMES = ['kernels', 'memory', 'coarse', 'fine', 'motion', 'shapes', 'strips'];

/** The files of AssemblyScript beside this one, by name. */
export const kernelSources = (): Promise<(readonly [name: string, text: string])[]> =>
  Promise.all(
    NAMES.map(async (name) => {
      const text = await readFile(new URL(`${name}.as`, import.meta.url), 'utf8');
      return [name, text] as const;
    }),
  );

export const sourcesDigest = (sources: Awaited<ReturnType<typeof kernelSources>>): string =>
  createHash('sha256').update(JSON.stringify(sources)).digest('hex');
