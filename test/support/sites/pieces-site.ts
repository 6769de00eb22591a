import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { byteRange } from '../../../local/object-store/range.ts';
import { site } from './sites.ts';

/** What a site does before it sends a file, and which one it sends for a name. */
interface Manners {
  /** Learns of what is asked for, and from which byte on, and may keep it waiting. */
  onAsked: (name: string, from: number) => void | Promise<void>;
  /** The file that is sent in the place of one; one that is not there is answered as missing. */
  sent: (name: string) => string;
}

const usual = (): Manners => ({ onAsked: () => undefined, sent: (name) => name });

/**
 * A site of the files in a folder of its own, such as the pieces of a stream.
 * @param make puts them there
 */
export async function piecesSite(make: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'pieces-'));
  await make(folder);
  const manners = usual();
  /** Names, in the order in which they were asked for. */
  const asked: string[] = [];
  const web = await site(async (request, response) => {
    const name = basename(new URL(request.url ?? '', 'http://a').pathname);
    asked.push(name);
    const file = join(folder, manners.sent(name));
    const { size } = await stat(file).catch(() => ({ size: -1 }));
    if (size < 0) return void response.writeHead(404).end();
    if (size === 0) return void response.writeHead(200, { 'content-length': 0 }).end();
    const range = byteRange(request.headers.range, size);
    const { start, end } = typeof range === 'object' ? range : { start: 0, end: size - 1 };
    await manners.onAsked(name, start);
    const head = range && { 'content-range': `bytes ${start}-${end}/${size}` };
    response.writeHead(range ? 206 : 200, { 'content-length': end - start + 1, ...head });
    createReadStream(file, { start, end }).pipe(response);
  });
  return {
    origin: web.origin,
    folder,
    asked,
    timesAsked: (name: string) => asked.filter((one) => one === name).length,
    manners,
    /** Sends everything as it is, at once, from now on. */
    behave: () => Object.assign(manners, usual()),
    async close() {
      await web.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type PiecesSite = Awaited<ReturnType<typeof piecesSite>>;
