import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Engine } from '../../../app/ports/engine.ts';
import type { OpenedMedia } from '../../../app/ports/remote-media.ts';
import { mayLieInPieces } from '../../../domain/read-in-place.ts';
import type { WayOut } from '../way-out.ts';
import { webOver } from '../web.ts';
import { PieceFetcher } from './fetch-piece.ts';
import { readStream } from './read-stream.ts';
import { SparseCopy } from './sparse-copy.ts';
import type { Stream } from './stream.ts';
import type { StreamTools } from './stream-tools.ts';
import { type Tries, USUAL_TRIES } from './try-again.ts';

/** More than a tenth of any video that is read. */
const MAX_BYTES = 4_000_000_000;

/** What reads files on this machine. */
type Readers = Pick<OpenedMedia, 'engine' | 'listen'>;

interface Opening {
  readonly tools: StreamTools;
  readonly readers: Readers;
  /** Makes an empty folder; it is removed when the stream is closed. */
  readonly newFolder: () => Promise<string>;
  readonly tries?: Tries;
}

/**
 * Opens an HLS or DASH stream to read a part of it: of what is asked, only the pieces that hold it are fetched.
 * @returns undefined when it is too short for that, or does not say where its seconds lie
 * @throws DomainError source_unavailable
 */
export async function openStream(
  wayOut: WayOut,
  address: string,
  { tools, readers, newFolder, tries = USUAL_TRIES }: Opening,
  callersSignal: AbortSignal,
): Promise<OpenedMedia | undefined> {
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
    if (!stream?.timed || !mayLieInPieces(stream.tracks[0].pieces.length)) {
      leave();
      return undefined;
    }
    folder = await newFolder();
  } catch (error) {
    leave();
    throw error;
  }
  const pieces = new PieceFetcher(web, tries);
  const copy = new SparseCopy({ stream, pieces, tools, folder, signal });
  return {
    address: folder,
    version: versionOf(stream),
    engine: engineOn(copy, readers.engine),
    listen: async (listening, listeningSignal) => {
      const source_key = await copy.covering(listening.window);
      const video = { ...listening.video, source_key };
      return readers.listen({ ...listening, video }, listeningSignal);
    },
    bytes: () => lane.bytes(),
    close() {
      leave();
      rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}

const engineOn = (copy: SparseCopy, engine: Engine): Engine => ({
  probe: async (_, signal) => engine.probe(await copy.covering(undefined), signal),
  async *draw(_, found, plan, signal, sound) {
    return yield* engine.draw(await copy.covering(plan.covered), found, plan, signal, sound);
  },
});

/** Addresses are often signed anew for each visitor: what is the same is the path of each piece, and its length. */
function versionOf({ tracks }: Stream): string {
  const hash = createHash('sha256');
  for (const { address, range, start, end } of tracks.flatMap(({ pieces }) => pieces)) {
    hash.update(`${new URL(address).pathname} ${range} ${start} ${end}\n`);
  }
  return hash.digest('hex');
}
