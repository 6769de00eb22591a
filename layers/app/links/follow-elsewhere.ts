import type { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { isShareCode } from '../../domain/links/recognise.ts';
import { type Crc32, parseBlockTable } from '../../domain/sources/block-table.ts';
import { partsFor } from '../../domain/sources/part-sizes.ts';
import { Given, givenBytes } from '../decoding/given-file.ts';
import { ToldFile } from '../decoding/told-file.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Wait } from '../ports/clock.ts';
import type { CallFetcher, FetchOrder, LinkAccess } from '../ports/links/fetch-orders.ts';
import type { FetchProgress, LinkFinder, MediaTransfer } from '../ports/links/links.ts';
import { DecoderDied } from '../ports/sources/decoder.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { putTable } from '../sources/put-source.ts';
import { RefusedLink, ToldFinding, ToldLead, ToldMedia, ToldProgress } from './told-media.ts';

interface Deps {
  readonly call: CallFetcher;
  readonly access: LinkAccess;
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'read' | 'deletePrefix' | 'signedUrl'>;
  readonly direct: Pick<
    DirectStore,
    'addressSeconds' | 'signPut' | 'beginParts' | 'signPart' | 'parts' | 'joinParts'
  >;
  readonly crc32: Crc32;
  readonly wait: Wait;
}

/** How often a function that ends without an answer is followed by another, the first included. */
const TRIES = 3;
/** A call of the function waits for a place and takes its time, within this. */
const ADDRESS_SECONDS = 1800;
/** Between two looks at how far a fetch has come. */
const LOOK_MS = 2_000;
const OCTETS = 'application/octet-stream';

type OrderOf = (attempt: number) => Promise<FetchOrder>;

/**
 * Follows links in a function without rights: it puts what it fetched by addresses that are signed
 * for it, and what it answers is parsed and bounded.
 */
export function followingElsewhere(deps: Deps): LinkFinder & MediaTransfer {
  const { access, artifacts, direct } = deps;
  return {
    async leadsTo(link, signal) {
      if (!isShareCode(link.url)) return undefined;
      const order: OrderOf = async () => ({ kind: 'lead', link, access });
      const { leadsTo } = await answered(deps, ToldLead, order, signal);
      return leadsTo ?? undefined;
    },
    async find(link, signal) {
      const order: OrderOf = async () => ({ kind: 'find', link, access });
      return (await answered(deps, ToldFinding, order, signal)).found;
    },
    async transfer(found, { folder, maxBytes }, onProgress, signal) {
      const key = `${folder}source`;
      // All that is needed for the time of the fetch; when it is gone, the fetch is given up.
      const passing = `${folder}fetching/`;
      const progress = `${passing}progress`;
      const [id, seconds] = await Promise.all([
        direct.beginParts(key, OCTETS),
        direct.addressSeconds(ADDRESS_SECONDS),
        keepJson(artifacts, progress, NOTHING_YET),
      ]);
      const signPut = (name: string, replaces: boolean) =>
        direct.signPut(name, { contentType: OCTETS, bytes: null, replaces }, seconds);
      // What is made of media may be a little larger than it: one part more than it needs.
      const numbers = Array.from({ length: partsFor(maxBytes) + 1 }, (_, n) => n + 1);
      const parts = await Promise.all(
        numbers.map((number) => direct.signPart(key, { id, number, bytes: null }, seconds)),
      );
      let attempt = 0;
      const order: OrderOf = async (tries) => {
        attempt = tries;
        const [url, replacing, put] = await Promise.all([
          artifacts.signedUrl(progress, seconds),
          signPut(progress, true),
          signPut(`${passing}${tries}`, false),
        ]);
        const told = { url, put: replacing };
        return { kind: 'fetch', found, maxBytes, parts, progress: told, put, access };
      };
      const given = await whileLooking(deps, progress, onProgress, () =>
        answered(deps, Given, order, signal),
      );
      const { table, ...media } = await toldIn(artifacts, given, `${passing}${attempt}`);
      const bytes = await joined(deps, { key, id, parts: media.parts });
      if (bytes !== media.bytes || !parseBlockTable(table, bytes, deps.crc32)) {
        throw new Error('what was fetched is not what was told of it');
      }
      await putTable(artifacts, key, { table: () => table });
      await artifacts.deletePrefix(passing);
      const { captions, carousel, notes } = media;
      return { key, bytes, captions, carousel, notes };
    },
  };
}

const NOTHING_YET: FetchProgress = { bytes: 0, of: null, secondsLeft: null };

/** @throws DomainError for what the function refuses */
async function answered<Answer>(
  { call }: Deps,
  answer: z.ZodType<Answer>,
  orderOf: OrderOf,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const given = await call(await orderOf(attempt), signal);
      const refusal = RefusedLink.safeParse(given);
      if (!refusal.success) return answer.parse(given);
      throw DomainError.from(refusal.data.refused, refusal.data.retryAfterSeconds);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DecoderDied) || attempt === TRIES) throw error;
    }
  }
}

/** Tells how far a fetch has come while it is waited for. */
async function whileLooking<Made>(
  { artifacts, wait }: Deps,
  key: string,
  onProgress: (progress: FetchProgress) => void,
  work: () => Promise<Made>,
): Promise<Made> {
  const done = new AbortController();
  const looking = (async () => {
    for (;;) {
      await wait(LOOK_MS, done.signal);
      // It is a courtesy: that the store cannot be asked now stops nothing.
      const told = await keptJson(artifacts, key, ToldProgress).catch(() => undefined);
      if (told && told.bytes > 0 && !done.signal.aborted) onProgress(told);
    }
  })().catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    await looking;
  }
}

/** What is told in a file, in an answer or in the store. */
async function toldIn(
  artifacts: Pick<ArtifactStore, 'read'>,
  given: z.infer<typeof Given>,
  key: string,
) {
  const bytes = await givenBytes(artifacts, given, key);
  if (!bytes) throw new Error(`${key} is gone`);
  const file = new ToldFile(bytes);
  try {
    const { table, ...told } = ToldMedia.parse(await file.told());
    return { ...told, table: Buffer.from(table, 'base64') };
  } finally {
    await file.close();
  }
}

/** Makes the object of its parts, as many as were told of. @returns its size as the store has it */
async function joined(
  { direct }: Deps,
  { key, id, parts }: { readonly key: string; readonly id: string; readonly parts: number },
): Promise<number> {
  const arrived = (await direct.parts(key, id)) ?? [];
  const own = arrived.filter(({ number }) => number <= parts);
  if (own.length !== parts) throw new Error(`${parts - own.length} parts of ${key} did not arrive`);
  await direct.joinParts(key, id, own);
  return own.reduce((sum, { size }) => sum + size, 0);
}
