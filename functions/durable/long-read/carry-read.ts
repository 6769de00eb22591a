import type { DurableContext } from '@aws/durable-execution-sdk-js';
import type { z } from 'zod';
import type {
  SegmentedOutcome,
  SegmentedRead,
} from '../../../layers/app/ports/sources/segmented-reads.ts';
import { Log } from '../../../layers/log/log.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { Cut, Decoded, type Order, Refused } from '../../compose/decode-order.ts';

/** What the steps of a read do. Done again after a crash, each comes to the same. */
export interface ReadWork {
  /** Keeps hold of the job and tells how many segments are decoded; false when it has ended. */
  hold(read: SegmentedRead, segments: readonly string[]): Promise<boolean>;
  /** Segments that may be decoded at once, by what else its organization has under way. */
  width(read: SegmentedRead): Promise<number>;
  signSource(read: SegmentedRead): Promise<Order['source']>;
  /** Addresses for the files of one segment's folder. */
  signPuts(read: SegmentedRead, folder: string): Promise<(Order & { kind: 'decode' })['puts']>;
  /** The parts of the read after its cuts were looked at; null when every cut holds. */
  mend(
    read: SegmentedRead,
    parts: readonly SegmentPlan[],
    folders: ReadonlyMap<string, string>,
  ): Promise<readonly SegmentPlan[] | null>;
  /** Keeps the outcome, lets go of the job and queues it. */
  handBack(read: SegmentedRead, outcome: SegmentedOutcome): Promise<void>;
  /** Deletes what was decoded for a job that has ended. */
  clear(read: SegmentedRead): Promise<void>;
}

interface Deps {
  readonly work: ReadWork;
  /** Function that decodes, by name and version. */
  readonly decodeFunction: string;
  /** Most segments that are decoded at the same time. */
  readonly atOnce: number;
}

const log = new Log('long-read');

/** How often a segment is tried. */
const TRIES = 3;
const REST_SECONDS = 5;

/** How a call of the decoder ended, beside what it made. */
type Unmade = 'ended' | 'refused';

/**
 * The way of a long read: it is cut, its segments are decoded, cuts that do not hold are mended, and
 * its job is handed back to be drawn.
 */
export const makeCarryRead = (deps: Deps) => {
  const { work } = deps;
  return async (read: SegmentedRead, context: DurableContext): Promise<void> => {
    const outcome = await decodeAll(deps, read, context).catch(async (error: unknown) => {
      const { orgId: org_id, jobId: job_id } = read.run;
      // A step, so that it is told once, however often the way is gone again.
      await context.step('defect', async () => log.defect({ org_id, job_id, error }));
      return { failed: true as const };
    });
    await (outcome === 'ended'
      ? context.step('clear', () => work.clear(read))
      : context.step('hand back', () => work.handBack(read, outcome)));
  };
};

async function decodeAll(
  deps: Deps,
  read: SegmentedRead,
  context: DurableContext,
): Promise<SegmentedOutcome | 'ended'> {
  const { segments, readsText } = read;
  const cut = await called(deps, read, context, {
    ...{ name: 'cut', planned: [], answer: Cut },
    order: async () => ({ kind: 'cut', segments, readsText }),
  });
  if (cut === 'ended') return cut;
  if (cut === 'refused') return { refused: true };
  let parts: readonly SegmentPlan[] = cut.made.parts;
  const width = await context.step('width', () => deps.work.width(read));
  /** Folders of what was decoded, by the names of segments. */
  const folders = new Map<string, string>();
  const planned = new Set<string>();
  for (let round = 1; ; round += 1) {
    for (const part of parts) planned.add(segmentName(part));
    const missing = parts.filter((part) => !folders.has(segmentName(part)));
    const made = await context.map(
      `decode ${round}`,
      missing,
      (item, part) => decodeOne(deps, read, item, part, [...planned]),
      {
        maxConcurrency: Math.min(deps.atOnce, width),
        completionConfig: { toleratedFailureCount: 0 },
      },
    );
    made.throwIfError();
    for (const one of made.getResults()) {
      if (one === 'ended') return one;
      if (one === 'refused') return { refused: true };
      folders.set(one.segment, one.folder);
    }
    const mended = await context.step(`mend ${round}`, () => deps.work.mend(read, parts, folders));
    if (mended === null) break;
    parts = mended;
  }
  return { segments: parts.map((part) => folders.get(segmentName(part)) ?? '') };
}

async function decodeOne(
  deps: Deps,
  read: SegmentedRead,
  context: DurableContext,
  segment: SegmentPlan,
  planned: readonly string[],
): Promise<{ readonly segment: string; readonly folder: string } | Unmade> {
  const name = segmentName(segment);
  // Of each try its own: what a decoder wrote before it died is not mixed with what the next gives.
  const folderOf = (attempt: number) => `${read.run.run}/${name}/${attempt}`;
  const made = await called(deps, read, context, {
    ...{ name, planned, answer: Decoded },
    order: async (attempt) => ({
      ...{ kind: 'decode', segment },
      puts: await deps.work.signPuts(read, folderOf(attempt)),
    }),
  });
  if (typeof made === 'string') return made;
  const isHeld = await context.step(`tell ${name}`, () => deps.work.hold(read, planned));
  return isHeld ? { segment: name, folder: folderOf(made.attempt) } : 'ended';
}

type Ordered<O extends Order> = O extends Order ? Omit<O, 'source' | 'probe' | 'plan'> : never;

interface Call<Answer> {
  readonly name: string;
  /** Segments that are to be decoded, for whoever asks how far the read is. */
  readonly planned: readonly string[];
  readonly order: (attempt: number) => Promise<Ordered<Order>>;
  readonly answer: z.ZodType<Answer>;
}

/**
 * Calls the decoder, again where it failed.
 * @throws InvokeError when it failed as often as it may
 */
async function called<Answer>(
  { work, decodeFunction }: Deps,
  read: SegmentedRead,
  context: DurableContext,
  { name, planned, order, answer }: Call<Answer>,
): Promise<{ readonly made: Answer; readonly attempt: number } | Unmade> {
  const { probe, plan } = read;
  for (let attempt = 1; ; attempt += 1) {
    const signed = await context.step(`sign ${name} ${attempt}`, async () => {
      if (!(await work.hold(read, planned))) return null;
      return { source: await work.signSource(read), ...(await order(attempt)) };
    });
    if (!signed) return 'ended';
    try {
      const event = { ...signed, probe, plan };
      const given = await context.invoke(`${name} ${attempt}`, decodeFunction, event);
      if (Refused.safeParse(given).success) return 'refused';
      return { made: answer.parse(given), attempt };
    } catch (error) {
      if (attempt === TRIES) throw error;
      await context.wait(`rest ${name} ${attempt}`, { seconds: REST_SECONDS });
    }
  }
}
