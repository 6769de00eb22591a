import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { makeLadders } from '../clips/ladders.ts';
import { madeOnce } from '../made-once.ts';
import { site } from './sites.ts';

/** A part of a stream that was asked for, and the bytes that were sent. */
interface Asked {
  readonly path: string;
  readonly bytes: number;
}

/**
 * A site with a minute of video as streams of every kind, which keeps count of what is asked of it.
 */
export async function ladderSite() {
  const folder = await madeOnce('ladders', async (making) =>
    makeLadders((await findBinaries({})).ffmpeg, making),
  );
  let asked: Asked[] = [];
  const busy = new Set<string>();
  const web = await site(async ({ url = '', headers }, response) => {
    const path = new URL(url, 'http://a').pathname;
    const { size } = await stat(join(folder, path)).catch(() => ({ size: -1 }));
    if (size < 0) return void response.writeHead(404).end();
    if (busy.delete(path)) return void response.writeHead(503).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(Number(range?.[2] ?? size), size - 1);
    asked.push({ path, bytes: end - start + 1 });
    response.writeHead(range ? 206 : 200, {
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    createReadStream(join(folder, path), { start, end }).pipe(response);
  });
  return {
    origin: web.origin,
    /** What was asked since this was asked last. */
    asked(): readonly Asked[] {
      const before = asked;
      asked = [];
      return before;
    },
    /** The next request for a path is answered that the site is busy. */
    busyAt: (path: string) => void busy.add(path),
    close: () => web.close(),
  };
}
