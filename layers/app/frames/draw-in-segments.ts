import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { segmentsOf } from '../../domain/sources/read-work.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns, LeaseLost, type Run } from '../ports/jobs/jobs.ts';
import type { Engine } from '../ports/sources/engine.ts';
import type { StoredMedia } from '../ports/sources/media-source.ts';
import type { Scratch } from '../ports/sources/scratch.ts';
import {
  type DrawSegments,
  type FetchSegments,
  outcomeKey,
  SegmentedOutcome,
  type SegmentedRead,
  type SegmentedReads,
} from '../ports/sources/segmented-reads.ts';
import type { DrawFrames, Drawing } from './draw-frames.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'deletePrefix'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly reads: SegmentedReads;
  readonly scratch: Pick<Scratch, 'inFolder'>;
  readonly fetch: FetchSegments;
  readonly drawSegments: DrawSegments;
  readonly engine: Pick<Engine, 'draw'>;
  readonly now: Clock;
  /** Core-seconds of work that one segment is to take. */
  readonly segmentSeconds: number;
  /** Whether something here reads what is written. */
  readonly hasReader: boolean;
  /** Draws with an engine. */
  readonly drawWith: (engine: Pick<Engine, 'draw'>) => DrawFrames;
}

/** For how long nobody else looks after a job whose segments are decoded, between two of them. */
const SEGMENTS_LEASE_MS = 20 * 60_000;

/**
 * Draws as `drawWith` does. A read that takes long is decoded in segments by others: the run ends
 * with GoesOnElsewhere, and the one that follows draws out of what they gave.
 * @throws GoesOnElsewhere, LeaseLost, DomainError processing_failed; else what drawing throws
 */
export function drawingInSegments(deps: Deps): DrawFrames {
  const { artifacts, engine, segmentSeconds, hasReader, drawWith } = deps;
  const draw = drawWith(engine);
  return async (drawing, signal) => {
    const { run, video, source, plan, folder } = drawing;
    const { probe } = video;
    const segments = segmentsOf(plan, probe, segmentSeconds);
    if (!run || !source.stored || segments === undefined) return draw(drawing, signal);
    const place = `${folder}/segments/${run.jobId}`;
    const readsText = hasReader && plan.readsText === true;
    const outcome = await outcomeIn(artifacts, place);
    if (!outcome) {
      const media = mediaOf(source.stored);
      throw await begun(deps, { ...{ run, media, probe, plan, segments, readsText, place } });
    }
    const tidy = () => artifacts.deletePrefix(place);
    try {
      const made =
        'segments' in outcome
          ? await drawKept(deps, place, outcome.segments, drawing, signal)
          : await drawRefused(outcome, () => draw(drawing, signal));
      return { ...made, tidy };
    } catch (error) {
      // Its job ends with it.
      if (error instanceof DomainError) await tidy();
      throw error;
    }
  };
}

const mediaOf = ({ source_key, size_bytes }: StoredMedia) => ({ source_key, size_bytes });

async function outcomeIn(
  artifacts: Deps['artifacts'],
  place: string,
): Promise<SegmentedOutcome | undefined> {
  const bytes = await artifacts.get(outcomeKey(place));
  return bytes && SegmentedOutcome.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

async function begun({ runs, reads, now }: Deps, read: SegmentedRead): Promise<GoesOnElsewhere> {
  const { run, segments } = read;
  await holdForSegments(runs, run, now(), { done: 0, of: segments });
  await reads.begin(read);
  return new GoesOnElsewhere(`the segments of ${run.jobId} are decoded`);
}

/**
 * Keeps a run's hold on its job while segments are decoded, and tells how many are.
 * @throws LeaseLost
 */
export async function holdForSegments(
  runs: Pick<JobRuns, 'extend'>,
  run: Run,
  now: Date,
  count: { readonly done: number; readonly of: number },
): Promise<void> {
  const until = new Date(now.getTime() + SEGMENTS_LEASE_MS);
  const isHeld = await runs.extend(run, until, { stage: 'decoding', ...count });
  if (!isHeld) throw new LeaseLost(`run ${run.run} no longer holds ${run.jobId}`);
}

const drawKept = (
  { scratch, fetch, drawSegments, drawWith }: Deps,
  place: string,
  segments: readonly string[],
  drawing: Drawing,
  signal: AbortSignal,
) =>
  scratch.inFolder((folder) => {
    const draw = drawWith({
      draw: (_input, ...of) => drawSegments(fetch(place, segments, folder), ...of),
    });
    return draw(drawing, signal);
  });

function drawRefused<Made>(outcome: SegmentedOutcome, inOne: () => Promise<Made>): Promise<Made> {
  if ('failed' in outcome) throw DomainError.from(PROCESSING_FAILED);
  return inOne();
}
