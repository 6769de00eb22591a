import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../../local/data-dir/write-private.ts';

/**
 * An upload that was begun, and the file as it was then. Which bytes have arrived the storage
 * knows.
 */
const Begun = z.object({
  upload_id: z.string(),
  complete_url: z.url(),
  size: z.number(),
  /** Milliseconds since 1970. */
  changed: z.number(),
});
export type Begun = z.infer<typeof Begun>;

export type Memory = ReturnType<typeof memoryOf>;

/**
 * Remembers the upload of a file to a service, so that another start of the command goes on with
 * it.
 */
export function memoryOf(folder: string, baseUrl: string, file: string) {
  const name = Buffer.from(baseUrl + resolve(file)).toString('base64url');
  const path = join(folder, `${name.slice(-120)}.json`);
  return {
    /** Undefined for a file that is not the one of which the upload was begun. */
    async find({ size, changed }: Pick<Begun, 'size' | 'changed'>): Promise<Begun | undefined> {
      const begun = await readFile(path, 'utf8')
        .then((text) => Begun.parse(JSON.parse(text)))
        .catch(() => undefined);
      return begun?.size === size && begun.changed === changed ? begun : undefined;
    },
    async keep(begun: Begun): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writePrivate(path, begun);
    },
    forget: () => rm(path, { force: true }),
  };
}
