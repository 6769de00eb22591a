import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import type { FetchSegments } from '../../app/ports/sources/segmented-reads.ts';

/** Copies segments out of the store into a folder, the next one while the one before is used. */
export const segmentsIn = (artifacts: Pick<ArtifactStore, 'list' | 'read'>): FetchSegments =>
  async function* (place, segments, folder) {
    const names = segments[Symbol.asyncIterator]();
    const copyNext = async (): Promise<string | undefined> => {
      const { value: name, done } = await names.next();
      if (done) return undefined;
      const into = join(folder, name.replaceAll('/', '_'));
      await mkdir(into, { recursive: true });
      for (const key of await artifacts.list(`${place}/${name}/`)) {
        const bytes = await artifacts.read(key);
        if (!bytes) throw new Error(`the segment ${key} is gone`);
        await pipeline(Readable.from(bytes), createWriteStream(join(into, basename(key))));
      }
      return into;
    };
    let before: string | undefined;
    let here = await copyNext();
    while (here !== undefined) {
      const next = copyNext();
      // Whoever takes it learns of it.
      next.catch(() => undefined);
      yield here;
      if (before !== undefined) await rm(before, { recursive: true, force: true });
      before = here;
      here = await next;
    }
  };
