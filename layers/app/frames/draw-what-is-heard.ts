import { segmentsFolder } from '../../domain/videos/video-folder.ts';
import { holdElsewhere } from '../jobs/hold-elsewhere.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns } from '../ports/jobs/jobs.ts';
import type { Listen } from '../transcript/listen.ts';
import type { ListenElsewhere } from '../transcript/listening.ts';
import { type DrawFrames, type Drawing, listenOrSay } from './draw-frames.ts';
import { segmentedOutcome } from './follow-segments.ts';
import { listDrawn } from './partial-sheets.ts';
import { DrawnPictures, withWords } from './with-words.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly draw: DrawFrames;
  readonly listen: Listen;
  readonly elsewhere: Pick<ListenElsewhere, 'takes' | 'hasEnded'>;
  readonly now: Clock;
}

/** What was drawn of a job that still lacks its words, beside its segments. */
const picturesKey = (place: string): string => `${place}/pictures.json`;

/**
 * Draws as `draw` does. A long window is listened to by others while its pictures are drawn, and no
 * run waits for its words: the pictures are kept, and the run that follows puts both together.
 * @throws GoesOnElsewhere, LeaseLost; else what drawing throws
 */
export const drawingWhatIsHeard =
  (deps: Deps): DrawFrames =>
  async (drawing, signal) => {
    const { draw, listen, elsewhere } = deps;
    const { run, video, source, plan, language, timesWords } = drawing;
    if (!run || language === null) return draw(drawing, signal);
    const place = segmentsFolder(video.org_id, video.video_id, run.jobId);
    const pictures = picturesKey(place);
    const listening = { run, video, source, window: plan.covered, language, pictures };
    if (!elsewhere.takes(listening)) return draw(drawing, signal);
    const heard = () => listenOrSay(listen(listening, signal));
    const kept = await keptJson(deps.artifacts, pictures, DrawnPictures);
    const known = await heard().catch(unlessElsewhere);
    if (known && !kept) return draw({ ...drawing, heard: known }, signal);
    const drawn = kept ?? (await keepPictures(deps, place, drawing, signal));
    if (!known) {
      // Before the look: whoever listens lets go of the job when these words are there.
      await holdElsewhere(deps.runs, run, deps.now(), { stage: 'listening', done: 0, of: 1 });
      if (!(await elsewhere.hasEnded(listening))) {
        throw new GoesOnElsewhere(`what is said for ${run.jobId} is listened to`);
      }
    }
    const made = withWords(drawn, known ?? (await heard()), { plan, timesWords });
    return { ...made, isUnheard: drawn.isUnheard, isByOthers: true };
  };

function unlessElsewhere(error: unknown): undefined {
  if (!(error instanceof GoesOnElsewhere)) throw error;
}

async function keepPictures(
  { artifacts, draw }: Deps,
  place: string,
  drawing: Drawing,
  signal: AbortSignal,
): Promise<DrawnPictures> {
  const { result, isUnheard } = await draw({ ...drawing, language: null }, signal);
  const drawn = { result, isUnheard };
  await keepJson(artifacts, picturesKey(place), drawn);
  await listDrawn(artifacts, place, result);
  // Words may take hours; segments are large.
  const outcome = await segmentedOutcome(artifacts, place);
  if (outcome) await artifacts.deletePrefix(`${place}/${outcome.run}/`);
  return drawn;
}
