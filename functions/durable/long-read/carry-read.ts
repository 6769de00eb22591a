import type { DurableContext } from '@aws/durable-execution-sdk-js';
import type { z } from 'zod';
import { RefusedFile } from '../../../layers/app/decoding/decoder-answers.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import { Log } from '../../../layers/log/log.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { Cut, Decoded, type Order } from '../../compose/durable/decode-order.ts';

/** How a read is cut at the moment. */
export interface Cutting {
  readonly parts: readonly SegmentPlan[];
  /** Names of all segments that were to be decoded, those of other cuts as well. */
  readonly planned: readonly string[];
  /** When the first of them was begun, in milliseconds since 1970. */
  readonly begunMs: number;
}

/** What the steps of a read do. Done again after a crash, each comes to the same. */
export interface ReadWork {
  /** Lets decoders know that the read is wanted; false when its job has ended. */
  begin(read: SegmentedRead): Promise<boolean>;
  /**
   * Keeps hold of the job and tells how far the read is: `ended` when the job has, `ready` when it
   * is time to draw.
   */
  tell(read: SegmentedRead, cutting: Cutting): Promise<'ended' | 'going on' | 'ready'>;
  /** Has the job drawn out of the segments that there are, while others are decoded. */
  handOver(read: SegmentedRead, cutting: Cutting): Promise<void>;
  /** Segments that may be decoded at once, by what else its organization has under way. */
  width(read: SegmentedRead): Promise<{ readonly width: number; readonly begunMs: number }>;
  signSource(read: SegmentedRead): Promise<SegmentOrder['source']>;
  /** An address that answers while the read is wanted. */
  signWanted(read: SegmentedRead): Promise<string>;
  /** Addresses for the files of one segment's folder. */
  signPuts(read: SegmentedRead, folder: string): Promise<(Order & { kind: 'decode' })['puts']>;
  /** The parts of the read after its cuts were looked at; null when every cut holds. */
  mend(
    read: SegmentedRead,
    parts: readonly SegmentPlan[],
    folders: ReadonlyMap<string, string>,
  ): Promise<readonly SegmentPlan[] | null>;
  /** Keeps how the read ended, and has the job drawn unless it is already. */
  handBack(read: SegmentedRead, end: ReadEnd): Promise<void>;
  /** Deletes what was decoded for a job that has ended. */
  clear(read: SegmentedRead): Promise<void>;
}

/** All parts of a read and their folders, or why there are none. */
export type ReadEnd =
  | {
      readonly parts: readonly SegmentPlan[];
      readonly folders: Readonly<Record<string, string>>;
    }
  | { readonly refused: true }
  | { readonly failed: true };

interface Deps {
  readonly work: ReadWork;
  /** Function that decodes, by name and version. */
  readonly decodeFunction: string;
  /** The same of the one that takes the sound out. */
  readonly soundFunction: string;
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
 * The way of a long read: it is cut, its segments are decoded, and cuts that do not hold are mended.
 * Its job is handed over to be drawn when what is left to decode takes no longer than drawing.
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
): Promise<ReadEnd | 'ended'> {
  const { segments, readsText } = read;
  if (!(await context.step('begin', () => deps.work.begin(read)))) return 'ended';
  const cut = await called(deps, read, context, {
    name: 'cut',
    by: deps.decodeFunction,
    answer: Cut,
    cutting: { parts: [], planned: [], begunMs: 0 },
    order: async () => ({ kind: 'cut', segments, readsText }),
  });
  if (cut === 'ended') return cut;
  if (cut === 'refused') return { refused: true };
  let parts: readonly SegmentPlan[] = cut.made.parts;
  const { width, begunMs } = await context.step('width', () => deps.work.width(read));
  /** Folders of what was decoded, by the names of segments. */
  const folders = new Map<string, string>();
  const planned = new Set<string>();
  for (let round = 1; ; round += 1) {
    for (const part of parts) planned.add(segmentName(part));
    const missing = parts.filter((part) => !folders.has(segmentName(part)));
    const made = await context.map(
      `decode ${round}`,
      missing,
      (item, part) => {
        const cutting = { parts, planned: [...planned], begunMs };
        return decodeOne(deps, read, item, part, cutting);
      },
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
  return { parts, folders: Object.fromEntries(folders) };
}

async function decodeOne(
  deps: Deps,
  read: SegmentedRead,
  context: DurableContext,
  segment: SegmentPlan,
  cutting: Cutting,
): Promise<{ readonly segment: string; readonly folder: string } | Unmade> {
  const name = segmentName(segment);
  // Of each try its own: what a decoder wrote before it died is not mixed with what the next gives.
  const folderOf = (attempt: number) => `${read.run.run}/${name}/${attempt}`;
  const made = await called(deps, read, context, {
    name,
    by: segment.kind === 'sound' ? deps.soundFunction : deps.decodeFunction,
    cutting,
    answer: Decoded,
    order: async (attempt) => ({
      kind: 'decode',
      segment,
      puts: await deps.work.signPuts(read, folderOf(attempt)),
    }),
  });
  if (typeof made === 'string') return made;
  const now = await context.step(`tell ${name}`, () => deps.work.tell(read, cutting));
  if (now === 'ended') return now;
  if (now === 'ready') {
    await context.step(`hand over ${name}`, () => deps.work.handOver(read, cutting));
  }
  return { segment: name, folder: folderOf(made.attempt) };
}

type SegmentOrder = Extract<Order, { kind: 'cut' | 'decode' }>;
type Ordered<O extends SegmentOrder> = O extends SegmentOrder
  ? Omit<O, 'source' | 'wantedUrl' | 'probe' | 'plan'>
  : never;

interface Call<Answer> {
  readonly name: string;
  /** The function that is called. */
  readonly by: string;
  readonly cutting: Cutting;
  readonly order: (attempt: number) => Promise<Ordered<SegmentOrder>>;
  readonly answer: z.ZodType<Answer>;
}

/**
 * Calls the decoder, again where it failed.
 * @throws InvokeError when it failed as often as it may
 */
async function called<Answer>(
  { work }: Pick<Deps, 'work'>,
  read: SegmentedRead,
  context: DurableContext,
  { name, by, cutting, order, answer }: Call<Answer>,
): Promise<{ readonly made: Answer; readonly attempt: number } | Unmade> {
  const { probe, plan } = read;
  for (let attempt = 1; ; attempt += 1) {
    const signed = await context.step(`sign ${name} ${attempt}`, async () => {
      if ((await work.tell(read, cutting)) === 'ended') return null;
      const [source, wantedUrl] = [await work.signSource(read), await work.signWanted(read)];
      return { source, wantedUrl, ...(await order(attempt)) };
    });
    if (!signed) return 'ended';
    try {
      const event = { ...signed, probe, plan };
      const given = await context.invoke(`${name} ${attempt}`, by, event);
      if (RefusedFile.safeParse(given).success) return 'refused';
      return { made: answer.parse(given), attempt };
    } catch (error) {
      if (attempt === TRIES) throw error;
      await context.wait(`rest ${name} ${attempt}`, { seconds: REST_SECONDS });
    }
  }
}
