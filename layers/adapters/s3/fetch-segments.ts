import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import type { FetchSegments } from '../../app/ports/sources/segmented-reads.ts';

/** Of the two before the newest, streams may still be read. */
const LASTING = 2;

/** Copies segments out of the store into a folder, the next one while the one before is used. */
export const segmentsIn = (artifacts: Pick<ArtifactStore, 'list' | 'read'>): FetchSegments =>
  async function* (place, segments, folder) {
    const copy = async (at: number): Promise<string> => {
      const into = join(folder, String(at));
      await mkdir(into);
      for (const key of await artifacts.list(`${place}/${segments[at]}/`)) {
        const bytes = await artifacts.read(key);
        if (!bytes) throw new Error(`the segment ${key} is gone`);
        await pipeline(Readable.from(bytes), createWriteStream(join(into, basename(key))));
      }
      return into;
    };
    let next: Promise<string> | undefined;
    for (const at of segments.keys()) {
      const here = await (next ?? copy(at));
      next = at + 1 < segments.length ? copy(at + 1) : undefined;
      // Whoever takes it learns of it.
      next?.catch(() => undefined);
      yield here;
      const old = join(folder, String(at - LASTING));
      // The first one may be the sound, which is read to the end.
      if (at - LASTING > 0) await rm(old, { recursive: true, force: true });
    }
  };
