import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import { hasRead, type QuestionSession, type Wanted } from '../../domain/questions/session.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { QuestionSessions } from '../ports/questions/question-sessions.ts';
import type { About, Asker } from './question-source.ts';
import type { Reader } from './reading.ts';
import { jobIdOf } from './stored-found.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'find' | 'findAsked'>;
  readonly sessions: Pick<QuestionSessions, 'ofVideo'>;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly digest: Digest;
  readonly reader: Pick<Reader, 'key'>;
}

/** What a question is put to. */
interface Put {
  readonly about: About;
  /** What it names of the video; undefined for all of it. */
  readonly part: WatchVideoRequest['window'];
  /** The session that answers it. */
  readonly follows: QuestionSession | undefined;
}

/** All that an answer depends on; in a session, with the stretch that the session read. */
export function questionDigest(
  { digest, reader }: Pick<Deps, 'digest' | 'reader'>,
  request: WatchVideoRequest,
  { about: { version }, part, follows }: Put,
): string {
  const { question = null, schema = null } = request;
  // What is sent empty says as little as what is left out.
  const context = request.context?.length ? request.context : null;
  const instructions = request.instructions || null;
  const [from, to] = follows && !follows.whole ? follows.window : [];
  const window = from === undefined ? (part ?? null) : { from, to };
  const region = follows ? follows.region : (request.region ?? null);
  const depth = follows ? follows.depth : request.depth;
  return digest(
    JSON.stringify([
      'watch_video',
      reader.key,
      version,
      question,
      window,
      region,
      depth,
      schema,
      instructions,
      context,
    ]),
  );
}

/** The job that answered the same question, or is about to; failed where its answer is gone. */
export type EarlierAnswer = JobRecord & { of: Pick<VideoRecord, 'video_id' | 'version'> };

/** Finds the job that was asked the same. */
export async function earlierAnswer(
  { jobs, artifacts }: Pick<Deps, 'jobs' | 'artifacts'>,
  { video_id, version }: About,
  digest: string,
  { orgId }: Asker,
): Promise<EarlierAnswer | undefined> {
  const jobId = await jobs.findAsked(orgId, video_id, digest);
  const job = jobId === undefined ? undefined : await jobs.find(orgId, jobId);
  if (!job || !jobId) return undefined;
  const gone =
    job.status === 'succeeded' &&
    (job.result_key === null || (await artifacts.get(job.result_key)) === undefined);
  return { ...job, ...(gone ? { status: 'failed' } : {}), of: { video_id, version } };
}

/** A session that has read what a question wants read; the one that it names goes before others. */
export async function readBefore(
  { sessions, reader, jobs }: Pick<Deps, 'sessions' | 'reader' | 'jobs'>,
  wanted: Wanted,
  {
    about: { video_id, version },
    session: named,
  }: { readonly about: About; readonly session: QuestionSession | undefined },
  { orgId }: Asker,
): Promise<QuestionSession | undefined> {
  const all = await sessions.ofVideo(orgId, video_id);
  for (const session of named ? [named, ...all] : all) {
    if (session.video_version !== version) continue;
    if (!hasRead(session, wanted, reader.key)) continue;
    const job = await jobs.find(orgId, jobIdOf(session.session_id));
    if (job?.status === 'succeeded') return session;
  }
  return undefined;
}
