import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { segmentsOf } from '../../domain/sources/read-work.ts';
import { segmentsFolder } from '../../domain/videos/video-folder.ts';
import { holdElsewhere } from '../jobs/hold-elsewhere.ts';
import { makeReportProgress } from '../jobs/report-progress.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock, Wait } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns, type Run } from '../ports/jobs/jobs.ts';
import type { StoredMedia } from '../ports/sources/media-source.ts';
import type { Scratch } from '../ports/sources/scratch.ts';
import type {
  DecodedSegments,
  DrawSegments,
  FetchSegments,
  SegmentedRead,
  SegmentedReads,
} from '../ports/sources/segmented-reads.ts';
import type { Drawer, DrawFrames, Drawing } from './draw-frames.ts';
import { followSegments, ReadInOne, segmentedOutcome } from './follow-segments.ts';
import { dropPartial, listingSheets } from './partial-sheets.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly reads: SegmentedReads;
  readonly scratch: Pick<Scratch, 'inFolder'>;
  readonly fetch: FetchSegments;
  readonly drawSegments: DrawSegments;
  /** Draws in one what takes no time, or cannot be cut. */
  readonly inOne: DrawFrames;
  readonly now: Clock;
  readonly wait: Wait;
  /** Core-seconds of work that one segment is to take. */
  readonly segmentSeconds: number;
  /** Whether something here reads what is written. */
  readonly hasReader: boolean;
  readonly drawWith: (drawer: Drawer) => DrawFrames;
}

/**
 * Draws as `inOne` does. A read that takes long is decoded in segments by others: the run ends
 * with GoesOnElsewhere, and the one that follows draws out of what they give, while later segments
 * are still decoded.
 * @throws GoesOnElsewhere, LeaseLost, DomainError processing_failed; else what drawing throws
 */
export function drawingInSegments(deps: Deps): DrawFrames {
  const { artifacts, inOne: draw, segmentSeconds, hasReader } = deps;
  return async (drawing, signal) => {
    const { run, video, source, plan } = drawing;
    const { probe } = video;
    const segments = segmentsOf(plan, probe, segmentSeconds);
    if (!run || !source.stored || segments === undefined) return draw(drawing, signal);
    const place = segmentsFolder(video.org_id, video.video_id, run.jobId);
    const readsText = hasReader && plan.readsText === true;
    const outcome = await segmentedOutcome(artifacts, place);
    if (!outcome) {
      const media = mediaOf(source.stored);
      throw await begun(deps, { run, media, probe, plan, segments, readsText, place });
    }
    if ('failed' in outcome) throw DomainError.from(PROCESSING_FAILED);
    if ('refused' in outcome) return draw(drawing, signal);
    try {
      return await drawFollowing(deps, { place, decoded: outcome, run }, drawing, signal);
    } catch (error) {
      if (!(error instanceof ReadInOne)) throw error;
      await dropPartial(artifacts, place);
      // Without its run: progress was told already, and would go back as the sheets begin at none.
      return draw({ ...drawing, run: undefined }, signal);
    }
  };
}

const mediaOf = ({ source_key, size_bytes }: StoredMedia) => ({ source_key, size_bytes });

async function begun({ runs, reads, now }: Deps, read: SegmentedRead): Promise<GoesOnElsewhere> {
  const { run, segments } = read;
  await holdElsewhere(runs, run, now(), { stage: 'decoding', done: 0, of: segments });
  await reads.begin(read);
  return new GoesOnElsewhere(`the segments of ${run.jobId} are decoded`);
}

interface Segmented {
  readonly place: string;
  readonly decoded: DecodedSegments;
  /** The run that draws. */
  readonly run: Run;
}

const drawFollowing = (
  deps: Deps,
  { place, run, decoded }: Segmented,
  drawing: Drawing,
  signal: AbortSignal,
) =>
  deps.scratch.inFolder(async (folder) => {
    const { fetch, drawSegments, drawWith } = deps;
    const left = new AbortController();
    const following = AbortSignal.any([signal, left.signal]);
    const report = makeReportProgress(deps, run);
    const { sound, pictures } = followSegments({ ...deps, report }, { place, decoded }, following);
    const heard = sound && fetchOne(fetch, place, sound, folder);
    // It is listened to once pictures are there.
    heard?.catch(() => undefined);
    const folders = { sound: heard, pictures: fetch(place, pictures, folder) };
    const keeping = { ...deps, place, folder: drawing.folder };
    const draw = drawWith({
      draw: (...of) => listingSheets(keeping, drawSegments(folders, ...of)),
    });
    try {
      return await draw(drawing, signal);
    } finally {
      left.abort();
      // Nothing is written into the folder any more when it goes.
      await heard?.catch(() => undefined);
    }
  });

async function fetchOne(
  fetch: FetchSegments,
  place: string,
  segment: Promise<string>,
  folder: string,
): Promise<string> {
  const one = async function* () {
    yield await segment;
  };
  for await (const here of fetch(place, one(), folder)) return here;
  throw new Error(`a segment in ${place} is missing`);
}
