import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { writePrivate } from './write-private.ts';

/**
 * What a file of a data folder holds, for this user only; made at the first start.
 * @throws Error in words for a person when it holds something else
 */
export async function keptJson<S extends z.ZodType>(
  path: string,
  shape: S,
  make: () => z.output<S>,
): Promise<z.output<S>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const made = make();
    await writePrivate(path, made);
    return made;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `The file ${path} is damaged. Put it back from a copy of the data folder, or delete it: a new one is made then, and what was signed by this one is not taken any more.`,
      { cause: error },
    );
  }
}
