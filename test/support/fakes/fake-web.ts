import { newSourceDigest } from '../../../layers/adapters/system/digest.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type {
  FetchedMedia,
  FoundMedia,
  LinkFinder,
  MediaTransfer,
} from '../../../layers/app/ports/links/links.ts';
import { putSource } from '../../../layers/app/sources/put-source.ts';

const FOUND: FoundMedia = {
  place: { kind: 'file', address: 'https://media.test/a.mp4', bytes: 9, ranges: true },
  title: 'A page',
  language: 'en',
  captions: [],
  notes: [],
};

export interface FakeWeb {
  /** What the next links lead to; an error is thrown. */
  found: FoundMedia | Error;
  /** Where links lead to, of those that stand for another. */
  readonly leads: Map<string, string>;
  fetched: Partial<FetchedMedia> & { readonly bytes?: string };
  /** Links that were followed, and media that was fetched. */
  readonly followed: string[];
  fetches: number;
  /** Whether media can be opened where it lies. */
  opens: boolean;
  /** Rounds that the next fetch takes beside its last. */
  rounds: number;
  /** Bytes that a fetch was allowed. */
  maxBytes: number;
  /** Called in the middle of each fetch. */
  onFetch: (progress: Parameters<MediaTransfer['transfer']>[2]) => Promise<void>;
  /** Called in the place of each wait for another's fetch. */
  onWait: () => Promise<void>;
  readonly finder: LinkFinder;
  readonly fetcher: MediaTransfer;
}

/** Links that lead to a few bytes, until the test says otherwise. */
export function fakeWeb(artifacts: Pick<ArtifactStore, 'put'>): FakeWeb {
  const web: FakeWeb = {
    found: FOUND,
    leads: new Map(),
    fetched: {},
    followed: [],
    fetches: 0,
    opens: true,
    rounds: 0,
    maxBytes: 0,
    onFetch: async () => undefined,
    onWait: async () => undefined,
    finder: {
      async find(link) {
        web.followed.push(link.url);
        if (web.found instanceof Error) throw web.found;
        const foundAt = web.leads.get(link.url);
        return { ...web.found, ...(foundAt !== undefined && { foundAt }) };
      },
    },
    fetcher: {
      async transfer(_found, { folder, maxBytes }, onProgress) {
        web.fetches += 1;
        web.maxBytes = maxBytes;
        await web.onFetch(onProgress);
        if (web.rounds > 0) {
          web.rounds -= 1;
          return undefined;
        }
        const { bytes = 'the bytes', ...fetched } = web.fetched;
        const chunks = async function* () {
          yield Buffer.from(bytes);
        };
        const key = `${folder}source`;
        await putSource({ artifacts, newDigest: newSourceDigest }, key, chunks(), 'video/mp4');
        return { key, bytes: bytes.length, captions: [], carousel: null, notes: [], ...fetched };
      },
    },
  };
  return web;
}
