import { segmentedOutcome } from '../../../layers/app/frames/follow-segments.ts';
import { holdsElsewhere, holdsToHandOver } from '../../../layers/app/jobs/hold-elsewhere.ts';
import { keepJson, keptJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { Clock } from '../../../layers/app/ports/clock.ts';
import type { JobIntake, JobRuns } from '../../../layers/app/ports/jobs/jobs.ts';
import type { ReadQueue } from '../../../layers/app/ports/jobs/read-queue.ts';
import {
  type DecodedSegments,
  outcomeKey,
  type SegmentedOutcome,
  type SegmentedRead,
} from '../../../layers/app/ports/sources/segmented-reads.ts';
import { Turns } from '../../../layers/app/turns.ts';
import { mergeWork } from '../../../layers/domain/sources/read-work.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import type { Cutting, ReadEnd, ReadWork } from './carry-read.ts';
import { SettledSegments } from './settled-segments.ts';

export interface HandOverDeps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'list' | 'deletePrefix'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly now: Clock;
  /** Whether a worker that waits costs nothing: the read is then drawn from its first segment on. */
  readonly waitingIsFree?: boolean;
}

/** What a run's segments lie under: another run of the job may have begun anew. */
export const ownFolder = ({ run, place }: Pick<SegmentedRead, 'run' | 'place'>): string =>
  `${place}/${run.run}/`;

/**
 * Keeps how far a read has come, and hands its job over to be drawn. Until then the run that began
 * the read holds the job; from then on the runs that draw do, and the outcome is what they go by.
 */
export function handingOver(
  deps: HandOverDeps,
): Pick<ReadWork, 'tell' | 'handOver' | 'handBack' | 'clear'> {
  const { artifacts, runs, jobs, queue, now } = deps;
  // Segments of one read end side by side; what is kept of them is written one after the other.
  const turns = new Turns(1);
  const settled = new SettledSegments((folder) => recordIn(artifacts, folder));
  /** Runs whose jobs this process has queued. */
  const handed = new Set<string>();

  const isOver = async ({ run }: SegmentedRead): Promise<boolean> =>
    (await jobs.find(run.orgId, run.jobId))?.status !== 'running';
  const keep = ({ place }: SegmentedRead, outcome: SegmentedOutcome): Promise<void> =>
    keepJson(artifacts, outcomeKey(place), outcome);
  const look = async (read: SegmentedRead, cutting: Cutting): Promise<DecodedSegments> => {
    const { parts, planned } = cutting;
    const { run } = read.run;
    const whole =
      planned.length === 0 ? new Map<string, string>() : await wholeFolders(artifacts, read);
    const hasSound = parts.some(({ kind }) => kind === 'sound');
    const pictures = await settled.of(read, parts, whole);
    return {
      run,
      pictures,
      isWhole: false,
      ...(hasSound ? { sound: whole.get('sound') ?? null } : {}),
      done: planned.filter((name) => whole.has(name)).length,
      // Until it is cut, nobody knows better.
      of: planned.length || read.segments,
    };
  };
  const queued = async ({ run }: SegmentedRead): Promise<void> => {
    // A run that draws holds the job by now, or it has ended.
    if (handed.has(run.run) || !(await runs.extend(run, now()))) return;
    await queue.send(run);
    handed.add(run.run);
  };
  const clear = async (read: SegmentedRead): Promise<void> => {
    forget(read);
    await artifacts.deletePrefix((await isOver(read)) ? `${read.place}/` : ownFolder(read));
  };
  const forget = (read: SegmentedRead): void => {
    settled.forget(read);
    handed.delete(read.run.run);
  };

  return {
    tell: (read, cutting) =>
      turns.take(async () => {
        const known = await segmentedOutcome(artifacts, read.place);
        if (known && known.run !== read.run.run) return 'ended';
        const decoded = await look(read, cutting);
        if (known) {
          await keep(read, decoded);
          return (await isOver(read)) ? 'ended' : 'going on';
        }
        const { done, of } = decoded;
        const progress = { stage: 'decoding', done, of } as const;
        if (!(await holdsElsewhere(runs, read.run, now(), progress))) return 'ended';
        if (decoded.pictures.length === 0) return 'going on';
        const isSoon = leftSeconds(decoded, cutting, now()) <= mergeWork(read.plan, read.probe);
        return isSoon || deps.waitingIsFree ? 'ready' : 'going on';
      }),
    handOver: (read, cutting) =>
      turns.take(async () => {
        await keep(read, await look(read, cutting));
        await queued(read);
      }),
    handBack: (read, end) =>
      turns.take(async () => {
        const known = await segmentedOutcome(artifacts, read.place);
        const isOwn = known
          ? known.run === read.run.run
          : await holdsToHandOver(runs, read.run, now());
        if (!isOwn) {
          forget(read);
          return artifacts.deletePrefix(ownFolder(read));
        }
        await keep(read, outcomeOf(read, end));
        await queued(read);
        forget(read);
        // It may have been cancelled meanwhile.
        if (await isOver(read)) await clear(read);
      }),
    clear,
  };
}

function outcomeOf({ run: { run } }: SegmentedRead, end: ReadEnd): SegmentedOutcome {
  if (!('parts' in end)) return { run, ...end };
  const { parts, folders } = end;
  const folderOf = (part: SegmentPlan): string => folders[segmentName(part)] ?? '';
  const sound = parts.find(({ kind }) => kind === 'sound');
  return {
    run,
    isWhole: true,
    done: parts.length,
    of: parts.length,
    ...(sound && { sound: folderOf(sound) }),
    pictures: parts.filter((part) => part !== sound).map(folderOf),
  };
}

/** Folders below the place whose segments are whole, by the segments' names. */
async function wholeFolders(
  artifacts: Pick<ArtifactStore, 'list'>,
  read: SegmentedRead,
): Promise<Map<string, string>> {
  const own = ownFolder(read);
  const whole = new Map<string, string>();
  for (const key of await artifacts.list(own)) {
    const [name, attempt, file] = key.slice(own.length).split('/');
    // Whichever of its tries was whole first will do.
    if (file === 'segment.json' && name !== undefined && !whole.has(name)) {
      whole.set(name, `${read.run.run}/${name}/${attempt}`);
    }
  }
  return whole;
}

/** What a decoder wrote of a segment into its folder. @throws Error when it is gone */
export async function recordIn(
  artifacts: Pick<ArtifactStore, 'get'>,
  folder: string,
): Promise<SegmentRecord> {
  const record = await keptJson(artifacts, `${folder}/segment.json`, SegmentRecord);
  if (!record) throw new Error(`the segment ${folder} is gone`);
  return record;
}

/** Seconds in which the other pictures are decoded, if they take as long as those before. */
function leftSeconds(
  { pictures }: DecodedSegments,
  { parts, begunMs }: Cutting,
  now: Date,
): number {
  const all = parts.filter(({ kind }) => kind !== 'sound').length;
  const done = pictures.length;
  return (((now.getTime() - begunMs) / 1000) * (all - done)) / done;
}
