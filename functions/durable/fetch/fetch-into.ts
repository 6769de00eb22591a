import { ownWay } from '../../../layers/adapters/links/fetch/own-way.ts';
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
import { giveFile } from '../../compose/durable/give-file.ts';
import { whileTelling } from '../../compose/durable/while-telling.ts';
import { keptState, type State } from './kept-state.ts';

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
      const room = await scratch.room();
      const maxBytes = Math.min(order.maxBytes, SHARE[found.place.kind] * room);
      const state = keptState(round.state, signal);
      const soFar = round.resumes ? await state.read() : undefined;
      const from = goesOnIn(found, soFar) ? soFar : undefined;
      let coming = (): FileUnderWay | undefined => from?.file;
      const sink = new SignedParts<FileUnderWay>({
        addresses: parts,
        firstPart: round.firstPart,
        firstPartBytes: round.firstPartBytes,
        head: round.head,
        from: from?.put,
        mark: () => coming(),
        kept: async (put, file) => {
          if (file) await state.write({ file, put });
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
            room: WHOLE_SHARE * room,
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

/** What was kept may be of other media: a link leads elsewhere, or its stream became a file. */
const goesOnIn = ({ place }: FoundMedia, soFar: State | undefined): boolean =>
  soFar !== undefined && ownWay(place)?.kind === (soFar.file.copied ? 'stream' : 'file');

/** Beside a stream that has to be here whole lie pieces that are on their way. */
const WHOLE_SHARE = 0.95;

/** Parts of what is free that media may take which is made here before it is stored. */
const SHARE = {
  /** Sent on part by part, as it comes. */
  file: Number.POSITIVE_INFINITY,
  /** Likewise, unless it has to be here whole. */
  stream: Number.POSITIVE_INFINITY,
  page: Number.POSITIVE_INFINITY,
  /** Lies here twice while it is made of what was fetched. */
  slides: 0.5,
} satisfies Record<FoundMedia['place']['kind'], number>;
