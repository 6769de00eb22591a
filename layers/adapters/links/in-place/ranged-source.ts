import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteSource } from '../../../app/ports/sources/remote-source.ts';
import type { ServeBytes } from '../../../app/ports/sources/served-bytes.ts';
import type { WayOut } from '../web/way-out.ts';
import { webOver } from '../web/web.ts';
import { Parts } from './parts.ts';

/** What parts cost beside themselves. */
const OVERHEAD_BYTES = 1_000_000;
/** Times that the file may be brought in all: what breaks off is asked for again. */
const MOST_TIMES = 2;

interface RemoteFile {
  readonly address: string;
  /** In bytes; of another length it is not the same file. */
  readonly bytes: number;
  /** What the site called these bytes before. */
  readonly tag?: string | undefined;
}

/**
 * A file on the internet, read by ranges: a decoder is started many times for one video, and each
 * start reads the same index again. What one has read, the others have from here.
 */
export async function rangedSource(
  wayOut: WayOut,
  serve: ServeBytes,
  { address, bytes: length, tag }: RemoteFile,
): Promise<RemoteSource> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  const file = await open(join(folder, 'parts'), 'w+');
  // It goes with the last that holds it open, however this process ends.
  await rm(folder, { recursive: true });
  const lane = wayOut.lane({ maxBytes: MOST_TIMES * length + OVERHEAD_BYTES });
  const web = webOver(lane, wayOut.refusalOf);
  const parts = new Parts({ web, address, length, tag, file });
  const ended = new AbortController();
  const fault = new AbortController();
  const served = await serve({
    length,
    async *read(first, last, left) {
      try {
        yield* parts.read(first, last, left);
      } catch (error) {
        if (!left.aborted && !ended.signal.aborted) fault.abort(error);
        throw error;
      }
    },
  });
  return {
    version: String(length),
    open: async (_, signal) => ({
      input: served.address,
      signal: AbortSignal.any([signal, fault.signal]),
      assertWhole: () => fault.signal.throwIfAborted(),
    }),
    tag: () => parts.tag(),
    bytes: () => lane.bytes(),
    close() {
      ended.abort();
      parts.close();
      served.close();
      web.close();
      lane.close();
      file.close().catch(() => undefined);
    },
  };
}
