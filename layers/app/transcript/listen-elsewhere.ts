import { DomainError } from '../../domain/errors.ts';
import { speechFolder } from '../../domain/videos/video-folder.ts';
import { windowSeconds } from '../../domain/window.ts';
import { holdElsewhere } from '../jobs/hold-elsewhere.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns, type Run } from '../ports/jobs/jobs.ts';
import {
  Begun,
  begunKey,
  HeardOutcome,
  heardKey,
  type LongHearings,
} from '../ports/transcript/long-hearing.ts';
import type { ListenElsewhere, Listening } from './listening.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly hearings: LongHearings;
  readonly now: Clock;
  /** Seconds of the longest window that a run listens to itself. */
  readonly longestSeconds: number;
}

/** Has windows of stored videos listened to by an execution, those above `longestSeconds`. */
export function listeningElsewhere(deps: Deps): ListenElsewhere {
  const { artifacts, runs, hearings, now, longestSeconds } = deps;
  const takes = ({ run, video, source, window }: Listening) =>
    run !== undefined &&
    source.stored !== undefined &&
    video.probe.audio.length > 0 &&
    windowSeconds(window) > longestSeconds;
  /** The run that is the first to listen beside pictures. */
  const firstRun = async (run: Run, place: string): Promise<Run> => {
    const begun = await keptJson(artifacts, begunKey(place), Begun);
    if (begun) return { ...run, run: begun.run };
    await keepJson(artifacts, begunKey(place), { run: run.run });
    return run;
  };
  return {
    takes,
    hasEnded: async (listening) =>
      (await artifacts.get(heardKey(placeOf(listening)))) !== undefined,
    async outcome(listening) {
      if (!takes(listening)) return undefined;
      const outcome = await keptJson(artifacts, heardKey(placeOf(listening)), HeardOutcome);
      if (!outcome) return undefined;
      if ('refused' in outcome) throw DomainError.from(outcome.refused);
      const { speech: found, ...rest } = outcome;
      return { ...rest, found };
    },
    async begin(listening, notes) {
      const { run, video, source, window, language, pictures } = listening;
      if (!takes(listening) || !run || !source.stored) return;
      const { source_key, size_bytes } = source.stored;
      const { probe } = video;
      const media = { source_key, size_bytes };
      const place = placeOf(listening);
      const hearing = { media, probe, window, language, notes, place, pictures };
      if (pictures === undefined) {
        await holdElsewhere(runs, run, now(), { stage: 'listening', done: 0, of: 1 });
        await hearings.begin({ ...hearing, run });
      } else await hearings.begin({ ...hearing, run: await firstRun(run, place) });
      throw new GoesOnElsewhere(`what is said for ${run.jobId} is listened to`);
    },
  };
}

/** Of each window and language its own. */
function placeOf({ run, video, window, language }: Listening): string {
  const [from, to] = window.map((at) => Math.round(at * 1000));
  const folder = speechFolder(video.org_id, video.video_id, run?.jobId ?? '');
  return `${folder}/${from}-${to}-${language}`;
}
