import { z } from 'zod';
import { sourceUnavailable } from '../../domain/links/source-errors.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { TransferPlace } from '../ports/links/links.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { ToldProgress } from './told-media.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'beginParts' | 'parts'>;
}

/** What is kept of a fetch from call to call of the function, and from run to run. */
const KeptRounds = z.object({
  /** Where all the parts go, whoever began. */
  key: z.string(),
  /** Of the transfer in parts; null until it is known that it was begun. */
  id: z.string().nullable(),
  /** Calls of the function, each of which has numbers of parts of its own. */
  calls: z.int().min(0),
  /** What was told of the progress. */
  bytes: z.int().min(0),
  /** What the last call told of: after one that was killed, the next may tell of less. */
  last: z.int().min(0),
  /** Rounds that were over since a call told of more than the one before it. */
  fruitless: z.int().min(0),
  /** Whether the last call told that its round was over; else it died, or failed on our side. */
  isOver: z.boolean().default(false),
});
type KeptRounds = z.infer<typeof KeptRounds>;

/** The store takes 10,000 numbers. */
const NUMBERS_OF_A_CALL = 100;
/** As many numbers again are theirs for a part that goes before all others. */
const MOST_CALLS = 99;
/** A call that dies or fails on our side is not among them: its run is tried again, and ends. */
const MOST_FRUITLESS = 3;
const OCTETS = 'application/octet-stream';

const keptAt = (passing: string): string => `${passing}rounds`;
const runningAt = (passing: string): string => `${passing}running/`;
/**
 * What a function tells and keeps bears the name of the run that began: one of a fetch that was
 * ended neither tells nor keeps in the place of another that was begun anew.
 */
const nameOf = ({ key }: Pick<KeptRounds, 'key'>): string => key.split('/').at(-2) ?? '';
const stateAt = (passing: string, rounds: Pick<KeptRounds, 'key'>): string =>
  `${passing}state-${nameOf(rounds)}`;

/** One call of the function, and where it tells and keeps what. */
interface Call {
  readonly number: number;
  readonly firstPart: number;
  readonly progress: string;
  readonly state: string;
  readonly told: string;
  /** Whether another one kept something before. */
  readonly resumes: boolean;
}

/** The rounds of one fetch, taken up where another run left them. */
export async function openRounds({ artifacts, direct }: Deps, { folder, passing }: TransferPlace) {
  let kept = await keptJson(artifacts, keptAt(passing), KeptRounds);
  if (kept && (kept.id === null || !(await direct.parts(kept.key, kept.id)))) {
    // Whoever began it, or joined all that had come, got no further.
    await discard(artifacts, [folderOf(kept.key)], passing);
    kept = undefined;
  }
  const id = kept?.id ?? (await begin({ artifacts, direct }, folder, passing));
  let now = { ...(kept ?? begun(folder)), id };
  let hasBegun = false;
  const name = nameOf(now);
  const progressOf = (call: number) => `${runningAt(passing)}${name}-${call}`;
  const requireOwn = async () => {
    if ((await keyOfRounds(artifacts, passing)) === now.key) return;
    throw new Error(`the fetch into ${passing} was ended`);
  };
  return {
    key: now.key,
    id,
    /** Bytes that were told of before: less is not told afterwards. */
    told: () => now.bytes,
    /**
     * Begins a call. One before that still runs ends when it finds nowhere to tell its progress,
     * and has no address of a part of this one.
     * @throws DomainError source_unavailable when there were too many; Error when what was kept was
     * deleted: nobody wants it any more, or another has begun anew
     */
    async next(): Promise<Call> {
      if (hasBegun) await requireOwn();
      hasBegun = true;
      const number = now.calls + 1;
      const told = now.calls > 0 ? await toldBy(artifacts, progressOf(now.calls)) : 0;
      const fruitless = told > now.last ? 0 : now.fruitless + (now.isOver ? 1 : 0);
      if (fruitless > MOST_FRUITLESS) throw standsStill();
      if (number > MOST_CALLS) throw tooSlow();
      const bytes = Math.max(now.bytes, told);
      now = { ...now, calls: number, bytes, last: told, fruitless, isOver: false };
      await keepJson(artifacts, keptAt(passing), now);
      if (number > 1) await artifacts.deletePrefix(runningAt(passing));
      const progress = progressOf(number);
      await keepJson(artifacts, progress, { bytes: 0, of: null, secondsLeft: null });
      return {
        number,
        firstPart: number * NUMBERS_OF_A_CALL + 1,
        progress,
        state: stateAt(passing, now),
        told: `${passing}${name}-${number}`,
        resumes: number > 1,
      };
    },
    /**
     * Keeps that the last call told of the end of its round.
     * @throws Error when what was kept was deleted
     */
    async over(): Promise<void> {
      await requireOwn();
      now = { ...now, isOver: true };
      await keepJson(artifacts, keptAt(passing), now);
    },
  };
}

/** Where the parts go is kept before there is a transfer: who is killed in between leaves none. */
async function begin({ artifacts, direct }: Deps, folder: string, passing: string) {
  const before = begun(folder);
  await Promise.all([
    keepJson(artifacts, keptAt(passing), before),
    keepJson(artifacts, stateAt(passing, before), null),
  ]);
  return direct.beginParts(before.key, OCTETS);
}

const begun = (folder: string): KeptRounds => ({
  key: `${folder}source`,
  id: null,
  calls: 0,
  bytes: 0,
  last: 0,
  fruitless: 0,
  isOver: false,
});

/**
 * Deletes all that came of a fetch, in whatever runs. For the one that fetches alone: another would
 * go on from it.
 */
export async function discardRounds(
  artifacts: Pick<ArtifactStore, 'get' | 'deletePrefix'>,
  { folder, passing }: TransferPlace,
): Promise<void> {
  const key = await keyOfRounds(artifacts, passing);
  const before = key === undefined ? folder : folderOf(key);
  await discard(artifacts, [...new Set([before, folder])], passing);
}

/** Where the parts of a fetch go that is under way; undefined where none has begun. */
export const keyOfRounds = async (
  artifacts: Pick<ArtifactStore, 'get'>,
  passing: string,
): Promise<string | undefined> => (await keptJson(artifacts, keptAt(passing), KeptRounds))?.key;

async function discard(
  artifacts: Pick<ArtifactStore, 'deletePrefix'>,
  folders: readonly string[],
  passing: string,
): Promise<void> {
  // What tells where the parts are goes last: else who is killed in between leaves them for ever.
  for (const folder of folders) await artifacts.deletePrefix(folder);
  await artifacts.deletePrefix(passing);
}

const folderOf = (key: string): string => key.replace(/[^/]*$/, '');

const toldBy = async (artifacts: Pick<ArtifactStore, 'get'>, key: string): Promise<number> => {
  const told = await keptJson(artifacts, key, ToldProgress).catch(() => undefined);
  return told?.bytes ?? 0;
};

const tooSlow = () =>
  sourceUnavailable(
    'unavailable',
    `The source did not come in the ${MOST_CALLS} rounds that a link is fetched in.`,
  );

const standsStill = () =>
  sourceUnavailable(
    'unavailable',
    `Nothing more of the source came in ${MOST_FRUITLESS} rounds one after the other.`,
  );
