import { DomainError } from '../../domain/errors.ts';
import { speechFolder } from '../../domain/videos/video-folder.ts';
import { windowSeconds } from '../../domain/window.ts';
import { holdElsewhere } from '../jobs/hold-elsewhere.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns } from '../ports/jobs/jobs.ts';
import { HeardOutcome, heardKey, type LongHearings } from '../ports/transcript/long-hearing.ts';
import type { ListenElsewhere, Listening } from './listening.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly hearings: LongHearings;
  readonly now: Clock;
  /** Seconds of the longest window that a run listens to itself. */
  readonly longestSeconds: number;
}

export function listeningElsewhere(deps: Deps): ListenElsewhere {
  const { artifacts, runs, hearings, now, longestSeconds } = deps;
  const takes = ({ run, video, source, window }: Listening) =>
    run !== undefined &&
    source.stored !== undefined &&
    video.probe.audio.length > 0 &&
    windowSeconds(window) > longestSeconds;
  return {
    takes,
    async outcome(listening) {
      if (!takes(listening)) return undefined;
      const place = placeOf(listening);
      const bytes = await artifacts.get(heardKey(place));
      if (!bytes) return undefined;
      const outcome = HeardOutcome.parse(JSON.parse(new TextDecoder().decode(bytes)));
      if ('refused' in outcome) throw DomainError.from(outcome.refused);
      const { speech: found, ...rest } = outcome;
      return { ...rest, found };
    },
    async begin(listening, notes) {
      const { run, video, source, window, language } = listening;
      if (!takes(listening) || !run || !source.stored) return;
      const { source_key, size_bytes } = source.stored;
      const { probe } = video;
      await holdElsewhere(runs, run, now(), { stage: 'listening', done: 0, of: 1 });
      const media = { source_key, size_bytes };
      const place = placeOf(listening);
      await hearings.begin({ run, media, probe, window, language, notes, place });
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
