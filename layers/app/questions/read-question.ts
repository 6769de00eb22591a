import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import type { CallerSchema } from '../../domain/questions/schema-shape.ts';
import type { StoredAnswer } from '../../domain/questions/stored-answer.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import { isAllOf } from '../../domain/window.ts';
import { clearWork } from '../jobs/clear-work.ts';
import type { Made } from '../operations/settle-job.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { CallerSchemas } from '../ports/questions/caller-schemas.ts';
import type { QuestionSessions } from '../ports/questions/question-sessions.ts';
import { composeAnswer } from './compose-answer.ts';
import type { Gather, OpenSubject } from './material.ts';
import type { Asking } from './prompts.ts';
import type { Reader, ReadingProgress, Step } from './reading.ts';
import { keepFound, sessionIdOf } from './stored-found.ts';

/** What the reading of a question is made with. */
export interface ReadingDeps {
  readonly artifacts: ArtifactStore;
  readonly gather: Gather;
  readonly reader: Reader;
  readonly schemas: Pick<CallerSchemas, 'misfits'>;
  readonly sessions: Pick<QuestionSessions, 'add'>;
  readonly digest: Digest;
  readonly now: Clock;
}

interface Question {
  readonly jobId: string;
  readonly request: WatchVideoRequest;
  readonly subject: OpenSubject;
  readonly report: (progress: ReadingProgress) => void;
}

/** What a caller asked, in the words that passes are told. */
export const askingOf = ({
  question,
  context,
  instructions,
  schema,
}: WatchVideoRequest): Asking => ({
  question,
  context: context ?? [],
  instructions,
  schema: schema === undefined ? undefined : JSON.stringify(schema),
});

export const schemaOf = ({ schema }: Pick<WatchVideoRequest, 'schema'>): CallerSchema | undefined =>
  schema as CallerSchema | undefined;

/** Marks that nobody who made the video can know: a job's id is random. */
export const nonceOf = (digest: Digest, jobId: string): string =>
  digest(`fence ${jobId}`).slice(0, 24);

/** Who answered, as notes tell it. */
export const answeredBy = ({ name }: Pick<Reader, 'name'>): string => `Answered by ${name}.`;

/**
 * Reads a video for a question and keeps what was found as a session.
 * @throws DomainError processing_failed, no_video_stream, video_not_found
 */
export async function readQuestion(
  deps: ReadingDeps,
  { jobId, request, subject, report }: Question,
  signal: AbortSignal,
): Promise<Made<StoredAnswer>> {
  const { artifacts, gather, reader, schemas, sessions, digest, now } = deps;
  const { video, window, region, depth } = subject;
  const folder = folderOf(video, jobId);
  const material = await gather(subject, signal);
  const reading = await reader.read(
    material,
    askingOf(request),
    { step: storedSteps(artifacts, folder), nonce: nonceOf(digest, jobId), folder, report },
    signal,
  );
  const composed = await composeAnswer(schemas, reading, schemaOf(request));
  const sessionId = sessionIdOf(jobId);
  const foundKey = await keepFound(artifacts, material, reading, sessionId);
  await sessions.add({
    session_id: sessionId,
    org_id: video.org_id,
    video_id: video.video_id,
    video_version: video.version,
    depth,
    window: [...window],
    region,
    answerer: reader.key,
    whole: isAllOf(window, video.probe.duration),
    asked: [],
    found_key: foundKey,
    created_at: now().toISOString(),
  });
  return {
    result: {
      session_id: sessionId,
      ...composed,
      notes: [answeredBy(reader), ...material.notes],
      tokens: reading.tokens,
      shortfall: material.shortfall,
    },
    whole: true,
  };
}

const folderOf = (
  { org_id, video_id }: Pick<OpenSubject['video'], 'org_id' | 'video_id'>,
  jobId: string,
): string => `${videoFolder(org_id, video_id)}questions/${jobId}`;

/**
 * Lets the steps of a reading go, whose result is stored, and what others did for it: until then a
 * run after a crash needs them.
 */
export const forgetSteps =
  ({ artifacts }: { readonly artifacts: Pick<ArtifactStore, 'deletePrefix'> }) =>
  async (
    video: OpenSubject['video'],
    job: Pick<JobRecord, 'org_id' | 'video_id' | 'job_id'>,
  ): Promise<void> => {
    await artifacts.deletePrefix(`${folderOf(video, job.job_id)}/steps/`);
    await clearWork(artifacts, job);
  };

/** Each step's outcome is stored; a run after a crash takes it from there. */
const storedSteps =
  (artifacts: Pick<ArtifactStore, 'get' | 'put'>, folder: string): Step =>
  async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const key = `${folder}/steps/${name}.json`;
    const stored = await artifacts.get(key);
    if (stored) return JSON.parse(new TextDecoder().decode(stored)) as T;
    const made = await work();
    await artifacts.put(key, new TextEncoder().encode(JSON.stringify(made)), 'application/json');
    return made;
  };
