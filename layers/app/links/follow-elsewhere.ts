import { z } from 'zod';
import { isShareCode } from '../../domain/links/recognise.ts';
import { type Crc32, parseBlockTable } from '../../domain/sources/block-table.ts';
import { partsFor } from '../../domain/sources/part-sizes.ts';
import { ADDRESS_SECONDS, askFunction } from '../decoding/ask-function.ts';
import { RefusedLink } from '../decoding/decoder-answers.ts';
import { Given, givenBytes } from '../decoding/given-file.ts';
import { ToldFile } from '../decoding/told-file.ts';
import { signReplaced, whileLooking } from '../decoding/while-looking.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock, Wait } from '../ports/clock.ts';
import type { CallFetcher, FetchOrder, LinkAccess } from '../ports/links/fetch-orders.ts';
import type { FetchProgress, LinkFinder, MediaTransfer } from '../ports/links/links.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { putTable } from '../sources/put-source.ts';
import { openRounds } from './rounds.ts';
import { ToldFinding, ToldLead, ToldMedia, ToldProgress, ToldRound } from './told-media.ts';

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
  readonly now: Clock;
  /** Of one transfer; a file that takes longer goes on in the next. */
  readonly roundSeconds: number;
  /** Of the first part of what is stored; in production as the domain has it. */
  readonly firstPartBytes?: number | undefined;
}

const OCTETS = 'application/octet-stream';

type OrderOf = () => Promise<FetchOrder>;

/**
 * Follows links in a function without rights: it puts what it fetched by addresses that are signed
 * for it, and what it answers is parsed and bounded.
 */
export function followingElsewhere(deps: Deps): LinkFinder & MediaTransfer {
  const { access, artifacts, direct, now, firstPartBytes } = deps;
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
    async transfer(found, { maxBytes, ...place }, onProgress, signal) {
      const ends = now().getTime() + deps.roundSeconds * 1000;
      const [rounds, seconds] = await Promise.all([
        openRounds(deps, place),
        direct.addressSeconds(ADDRESS_SECONDS),
      ]);
      const { key, id } = rounds;
      let looking = '';
      let told = '';
      const order: OrderOf = async () => {
        const call = await rounds.next();
        // What is made of media may be a little larger than it: one part more than it needs, and
        // as many again for a file that is begun anew.
        const numbers = Array.from(
          { length: 2 * (partsFor(maxBytes, firstPartBytes) + 1) },
          (_, n) => n,
        );
        const signPart = (number: number) =>
          direct.signPart(key, { id, number, bytes: null }, seconds);
        const [parts, address, progress, state, put] = await Promise.all([
          Promise.all(numbers.map((n) => signPart(call.firstPart + n))),
          signPart(call.number),
          signReplaced(deps, call.progress, seconds),
          signReplaced(deps, call.state, seconds),
          direct.signPut(call.told, { contentType: OCTETS, bytes: null }, seconds),
        ]);
        ({ progress: looking, told } = call);
        const left = Math.max(0, (ends - now().getTime()) / 1000);
        const { firstPart, resumes } = call;
        const head = { address, number: call.number };
        const round = { seconds: left, firstPart, firstPartBytes, head, resumes, state };
        return { kind: 'fetch', found, maxBytes, parts, round, progress, put, access };
      };
      const tellMore = ({ bytes, ...step }: FetchProgress) => {
        const before = Math.min(rounds.told(), step.of ?? Number.POSITIVE_INFINITY);
        onProgress({ ...step, bytes: Math.max(bytes, before) });
      };
      const onTold = (told: FetchProgress) => told.bytes > 0 && tellMore(told);
      const given = await whileLooking(
        deps,
        { keyOf: () => looking, shape: ToldProgress, onTold },
        () => answered(deps, z.union([Given, ToldRound]), order, signal),
      );
      if ('goesOn' in given) {
        await rounds.over();
        return undefined;
      }
      const { table, ...media } = await toldIn(artifacts, given, told);
      const bytes = await joined(deps, { key, id, parts: media.parts });
      if (bytes !== media.bytes || !parseBlockTable(table, bytes, deps.crc32)) {
        throw new Error('what was fetched is not what was told of it');
      }
      await putTable(artifacts, key, { table: () => table });
      const { captions, carousel, notes, missing } = media;
      return { key, bytes, captions, carousel, notes, missing };
    },
  };
}

/** @throws DomainError for what the function refuses */
const answered = async <Answer>(
  { call }: Deps,
  answer: z.ZodType<Answer>,
  orderOf: OrderOf,
  signal: AbortSignal,
): Promise<Answer> =>
  (await askFunction({ call, orderOf, answer, refused: RefusedLink }, signal)).made;

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

/** Makes the object of the parts that were told of. @returns its size as the store has it */
async function joined(
  { direct }: Deps,
  {
    key,
    id,
    parts,
  }: { readonly key: string; readonly id: string; readonly parts: readonly number[] },
): Promise<number> {
  const arrived = (await direct.parts(key, id)) ?? [];
  const wanted = new Set(parts);
  const own = arrived.filter(({ number }) => wanted.has(number));
  if (own.length !== parts.length) throw new Error(`parts of ${key} did not arrive`);
  await direct.joinParts(key, id, own);
  return own.reduce((sum, { size }) => sum + size, 0);
}
