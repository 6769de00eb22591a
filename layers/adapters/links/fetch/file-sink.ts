import { open } from 'node:fs/promises';
import type { MediaSink } from '../../../app/ports/links/links.ts';

/** Takes bytes into a file; `close` ends that, whatever became of them. */
export async function fileSink(path: string) {
  const file = await open(path, 'w');
  let size = 0;
  return {
    async write(bytes, at) {
      await file.write(bytes, 0, bytes.length, at);
      size = at + bytes.length;
    },
    end: () => file.truncate(size),
    close: () => file.close(),
  } satisfies Pick<MediaSink, 'write' | 'end'> & { close: () => Promise<void> };
}
