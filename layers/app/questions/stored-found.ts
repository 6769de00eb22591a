import { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { measuredEvents } from '../../domain/questions/events.ts';
import { Found, type QuestionSession } from '../../domain/questions/session.ts';
import { fileFactsOf } from '../../domain/videos/file-facts.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import { videoOf } from '../../domain/videos/video-record.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Material } from './material.ts';
import type { Earlier, Reading } from './reading.ts';

/** The session of a job has the id of the job: a run that is repeated finds it. */
export const sessionIdOf = (jobId: string): `ses_${string}` => `ses_${jobId.slice('job_'.length)}`;
export const jobIdOf = (sessionId: string): string => `job_${sessionId.slice('ses_'.length)}`;

/** Keeps what a reading found for questions to come; with its video's folder it goes. */
export async function keepFound(
  artifacts: Pick<ArtifactStore, 'put'>,
  { video, surveyKey, transcript }: Pick<Material, 'video' | 'surveyKey' | 'transcript'>,
  { notes, tiles }: Pick<Reading, 'notes' | 'tiles'>,
  sessionId: string,
): Promise<string> {
  const key = `${videoFolder(video.org_id, video.video_id)}sessions/${sessionId}.json`;
  const found: Found = {
    notes: [...notes],
    video: videoOf(video),
    file: fileFactsOf(video),
    transcript,
    tiles: [...tiles],
    survey_key: surveyKey,
  };
  await keepJson(artifacts, key, found);
  return key;
}

/** @throws DomainError video_not_found when it was erased since */
export async function readFound(
  artifacts: Pick<ArtifactStore, 'get'>,
  { found_key, window, region }: Pick<QuestionSession, 'found_key' | 'window' | 'region'>,
): Promise<Omit<Earlier, 'asked'>> {
  const found = await keptJson(artifacts, found_key, Found);
  if (!found) throw notFound('session');
  const { survey_key: key } = found;
  const survey = key === null ? null : ((await keptJson(artifacts, key, StoredFrames)) ?? null);
  return {
    notes: found.notes,
    tiles: found.tiles,
    video: found.video,
    file: found.file,
    transcript: found.transcript,
    survey,
    events: survey ? measuredEvents(survey) : [],
    window,
    region,
  };
}
