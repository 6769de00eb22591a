import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { byteRange } from '../../../local/object-store/range.ts';

interface CutStore {
  readonly address: string;
  /** Connections that were cut. */
  readonly cuts: () => number;
  close(): Promise<void>;
}

/**
 * Serves one file by ranges, as an object store does, and cuts connections before a byte of it.
 * @param times how many connections are cut
 */
export async function cutStore(path: string, cutAt: number, times: number): Promise<CutStore> {
  const { size } = await stat(path);
  let cuts = 0;
  const server = createServer((request, response) => {
    const range = byteRange(request.headers.range, size);
    if (range === 'unsatisfiable') return void response.writeHead(416).end();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.writeHead(range ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    });
    const isCut = start < cutAt && end >= cutAt && cuts < times;
    const stream = createReadStream(path, { start, end: isCut ? cutAt - 1 : end });
    response.once('close', () => stream.destroy());
    stream.pipe(response, { end: !isCut });
    if (!isCut) return;
    stream.once('end', () => {
      // Another answer that was asked for meanwhile was cut first.
      if (cuts === times) return void createReadStream(path, { start: cutAt, end }).pipe(response);
      cuts += 1;
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/master`,
    cuts: () => cuts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
