import {
  type FileUnderWay,
  type MediaSink,
  RoundOver,
} from '../../layers/app/ports/links/links.ts';
import { followingLinks } from './links.ts';
import type { PiecesSite } from './sites/pieces-site.ts';

/** Takes the clusters of a copy, and forgets those behind what was told as kept. */
function memorySink(): MediaSink & { whole: () => Buffer; keep: (bytes: number) => void } {
  let body: Uint8Array[] = [];
  let before = Buffer.alloc(0);
  const wrong = async () => {
    throw new Error('it is no copy of a stream');
  };
  return {
    write: wrong,
    end: wrong,
    take: wrong,
    async add(bytes, isFirst) {
      if (isFirst) body = [];
      body.push(Buffer.from(bytes));
    },
    async endUnder(head) {
      before = Buffer.from(head(1_000_000));
    },
    keep: (bytes) => {
      body = [Buffer.concat(body).subarray(0, bytes)];
    },
    whole: () => Buffer.concat([before, ...body]),
  };
}

interface Rounds {
  /** Numbers of pieces: each ends a round when it is asked for. */
  readonly stops: readonly number[];
  /** Of a piece, by its name and the byte from which on it is asked for. */
  readonly number: (name: string, from: number) => number;
  readonly ffmpeg?: string;
}

/** Fetches a stream in rounds. */
export async function copiedInRounds(
  web: PiecesSite,
  address: string,
  { stops, number, ...by }: Rounds,
) {
  const links = await followingLinks(by);
  try {
    const found = await links.find(address);
    const sink = memorySink();
    let from: FileUnderWay | undefined;
    let rounds = 0;
    for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
      const over = new AbortController();
      rounds += 1;
      let now = (): FileUnderWay | undefined => undefined;
      web.manners.onAsked = (...asked) => {
        if (number(...asked) >= stop) over.abort();
      };
      const round = {
        from: from && { ...from, bytes: from.copied?.bytes ?? 0 },
        over: over.signal,
        comes: (file: typeof now) => {
          now = file;
        },
      };
      const ended = await links.fetchRound(found, sink, round).catch((error: unknown) => {
        if (!(error instanceof RoundOver)) throw error;
        return undefined;
      });
      if (ended) break;
      from = JSON.parse(JSON.stringify(now()));
      sink.keep(from?.copied?.bytes ?? 0);
    }
    return { bytes: sink.whole(), rounds };
  } finally {
    await links.close();
  }
}
