import { SignedParts } from '../../../layers/adapters/s3/signed-parts.ts';
import { newSourceDigest } from '../../../layers/adapters/system/digest.ts';
import { headOf } from '../../../layers/app/decoding/told-file.ts';
import type { FetchOrder } from '../../../layers/app/ports/links/fetch-orders.ts';
import {
  type FetchProgress,
  type FileUnderWay,
  type FoundMedia,
  type MediaFetcher,
  RoundOver,
} from '../../../layers/app/ports/links/links.ts';
import type { Scratch } from '../../../layers/app/ports/sources/scratch.ts';
import { sourceUnavailable } from '../../../layers/domain/links/source-errors.ts';
import { giveFile } from '../../compose/give-file.ts';
import { whileTelling } from '../../compose/while-telling.ts';
import { keptState } from './kept-state.ts';

interface Deps {
  readonly fetcher: MediaFetcher;
  readonly scratch: Scratch;
}

/**
 * Brings the media of a link into the store, by the addresses of the order. A file that its site
 * sends from any byte on goes on in another round when this one is over.
 */
export async function fetchInto(
  { fetcher, scratch }: Deps,
  order: FetchOrder & { kind: 'fetch' },
  callersSignal: AbortSignal,
) {
  const { found, parts, put, progress, round } = order;
  let told: FetchProgress = { bytes: 0, of: null, secondsLeft: null };
  return whileTelling({ place: progress, progress: () => told }, callersSignal, (signal) =>
    scratch.inFolder(async (folder) => {
      const maxBytes = Math.min(order.maxBytes, await roomFor(found, scratch));
      const state = keptState(round.state, signal);
      const soFar = round.resumes ? await state.read() : undefined;
      const from = found.place.kind === 'file' ? soFar : undefined;
      let coming: FileUnderWay | undefined = from?.file;
      const sink = new SignedParts({
        addresses: parts,
        firstPart: round.firstPart,
        from: from?.put,
        kept: async (put) => {
          if (coming) await state.write({ file: coming, put });
        },
        folder,
        newDigest: newSourceDigest,
        signal,
      });
      const onProgress = (step: FetchProgress) => {
        told = step;
      };
      try {
        const fetched = await fetcher.fetch(
          found,
          {
            folder,
            maxBytes,
            sink,
            round: {
              from: from && { ...from.file, bytes: from.put.bytes },
              over: AbortSignal.timeout(round.seconds * 1000),
              comes: (file) => {
                coming = file;
              },
            },
          },
          onProgress,
          signal,
        );
        const { bytes, parts: count, table } = sink.put;
        if (bytes === 0) throw sourceUnavailable('empty');
        const media = {
          ...fetched,
          bytes,
          parts: count,
          table: Buffer.from(table).toString('base64'),
        };
        return await giveFile(new Blob([headOf(media)]), put, signal);
      } catch (error) {
        if (!(error instanceof RoundOver)) throw error;
        await sink.pause();
        return { goesOn: true };
      } finally {
        await sink.close();
      }
    }),
  );
}

/** Parts of what is free that media may take which is made here before it is stored. */
const SHARE = {
  /** Sent on part by part, as it comes. */
  file: Number.POSITIVE_INFINITY,
  /** Joined while it comes: beside it lie the pieces that are on their way. */
  stream: 0.95,
  /** Lies here twice while it is made of what was fetched. */
  slides: 0.5,
  page: 0.5,
} satisfies Record<FoundMedia['place']['kind'], number>;

const roomFor = async ({ place }: FoundMedia, scratch: Scratch): Promise<number> =>
  SHARE[place.kind] * (await scratch.room());
