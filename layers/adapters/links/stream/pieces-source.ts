import { rm } from 'node:fs/promises';
import type { RemoteSource } from '../../../app/ports/sources/remote-source.ts';
import { hasEnoughPieces } from '../../../domain/sources/read-in-place.ts';
import { type Tries, USUAL_TRIES } from '../web/try-again.ts';
import type { WayOut } from '../web/way-out.ts';
import { webOver } from '../web/web.ts';
import { PieceFetcher } from './fetch-piece.ts';
import { readStream } from './read-stream.ts';
import { SparseCopy } from './sparse-copy.ts';
import { type Stream, versionOf } from './stream.ts';
import type { StreamTools } from './stream-tools.ts';

/** More than a tenth of any video that is read. */
const MAX_BYTES = 4_000_000_000;

interface Opening {
  readonly tools: StreamTools;
  /** Makes an empty folder; it is removed when the stream is closed. */
  readonly newFolder: () => Promise<string>;
  readonly tries?: Tries;
}

/**
 * An HLS or DASH stream of which a part is read: only the pieces that hold it are fetched, whole,
 * before a decoder sees the first of them.
 * @returns undefined when it is too short for that, lacks pieces, or does not say where its seconds
 * lie
 * @throws DomainError source_unavailable
 */
export async function piecesSource(
  wayOut: WayOut,
  address: string,
  { tools, newFolder, tries = USUAL_TRIES }: Opening,
  callersSignal: AbortSignal,
): Promise<RemoteSource | undefined> {
  const lane = wayOut.lane({ maxBytes: MAX_BYTES });
  const web = webOver(lane, wayOut.refusalOf);
  const ended = new AbortController();
  const leave = () => {
    ended.abort();
    web.close();
    lane.close();
  };
  const signal = AbortSignal.any([callersSignal, ended.signal]);
  let stream: Stream | undefined;
  let folder: string;
  try {
    stream = await readStream(web, address, signal);
    const isWhole = stream?.timed && stream.missing.length === 0;
    if (!stream || !isWhole || !hasEnoughPieces(stream.runs[0][0].pieces.length)) {
      leave();
      return undefined;
    }
    folder = await newFolder();
  } catch (error) {
    leave();
    throw error;
  }
  const pieces = new PieceFetcher(web, tries);
  const copy = new SparseCopy({ tracks: stream.runs[0], pieces, tools, folder, signal });
  return {
    version: versionOf(stream),
    open: async (window, reading) => ({
      input: await copy.covering(window),
      signal: reading,
      // A file on this machine, made of pieces that came whole.
      assertWhole: () => undefined,
    }),
    tag: () => undefined,
    bytes: () => lane.bytes(),
    close() {
      leave();
      rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}
