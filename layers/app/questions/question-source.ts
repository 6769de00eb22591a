import type { Principal } from '../../domain/accounts/credential.ts';
import { longestRead } from '../../domain/accounts/tier-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import type { QuestionSession } from '../../domain/questions/session.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import type { makeFindSource, Source } from '../links/find-source.ts';
import { notFound } from '../not-found.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { Fetches } from '../ports/links/fetches.ts';
import type { QuestionSessions } from '../ports/questions/question-sessions.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import { jobIdOf } from './stored-found.ts';
import { watchOperation } from './watch-operation.ts';

/** Who asks, as far as accepting needs to know. */
export type Asker = Pick<Principal, 'orgId' | 'tier' | 'wallet'>;

/** The video of a question, as far as it is known. */
export type About = Pick<VideoRecord, 'video_id' | 'version'> & { readonly stored?: VideoRecord };

interface SessionDeps {
  readonly sessions: Pick<QuestionSessions, 'find'>;
  readonly jobs: Pick<JobIntake, 'find'>;
}

interface SourceDeps {
  readonly videos: Pick<VideoStore, 'find'>;
  readonly fetches: Pick<Fetches, 'findVideo'>;
}

/** @throws DomainError video_not_found for a session that the organization does not have */
export async function sessionOf(
  { sessions, jobs }: SessionDeps,
  { orgId }: Asker,
  { session_id }: WatchVideoRequest,
): Promise<QuestionSession | undefined> {
  if (session_id === undefined) return undefined;
  const session = await sessions.find(orgId, session_id);
  // A reading that failed after all was given back, and what it found with it.
  const job = session && (await jobs.find(orgId, jobIdOf(session.session_id)));
  if (!session || job?.status !== 'succeeded') throw notFound('session');
  return session;
}

/**
 * The video that a question is about: the one it names, or the one of its session.
 * @throws DomainError video_not_found, invalid_request when it names another than its session's
 */
export async function sourceOf(
  { videos, fetches }: SourceDeps,
  findSource: ReturnType<typeof makeFindSource>,
  {
    principal,
    request,
    session,
  }: { principal: Asker; request: WatchVideoRequest; session: QuestionSession | undefined },
): Promise<Source> {
  const isNamed = request.url !== undefined || request.upload_id !== undefined;
  if (!session) {
    const longest = longestRead(principal.tier);
    return findSource(principal, request, () => watchOperation.requirePossible(request, longest));
  }
  if (isNamed) {
    const source = await findSource(principal, request);
    if (source.video.video_id !== session.video_id) throw otherVideo();
    return source;
  }
  const video = await videos.find(principal.orgId, session.video_id);
  if (video) return { kind: 'stored', video };
  const state = await fetches.findVideo(principal.orgId, session.video_id);
  if (state?.kind !== 'pending') throw notFound('session');
  return { kind: 'pending', video: state.video };
}

const otherVideo = () =>
  new DomainError(
    'invalid_request',
    'Field `session_id` belongs to another video than the one that is named. Leave `url` and `upload_id` out, or ask without `session_id`.',
    { reason: 'session_id' },
  );

export const aboutOf = (source: Source): About => ({
  video_id: source.video.video_id,
  version: source.video.version,
  ...(source.kind === 'stored' ? { stored: source.video } : {}),
});
