import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { MediaSink } from '../../layers/app/ports/links/links.ts';

/** Takes media into a file of a folder; `path` tells which, once it was taken. */
export function keptMedia(folder: string): MediaSink & { readonly path: string } {
  let path = join(folder, 'source');
  let file: number | undefined;
  let size = 0;
  const body = join(folder, 'body');
  return {
    async write(bytes, at) {
      file ??= openSync(path, 'w');
      writeSync(file, bytes, 0, bytes.length, at);
      size = at + bytes.length;
    },
    async end() {
      if (file === undefined) return;
      ftruncateSync(file, size);
      closeSync(file);
    },
    async take(made) {
      path = made;
    },
    async add(bytes, isFirst) {
      writeFileSync(body, bytes, { flag: isFirst ? 'w' : 'a' });
    },
    async endUnder(head) {
      writeFileSync(path, head());
      appendFileSync(path, readFileSync(body));
      rmSync(body);
    },
    get path() {
      return path;
    },
  };
}
