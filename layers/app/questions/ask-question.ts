import type { Principal } from '../../domain/credential.ts';
import type { Hundredths } from '../../domain/credits.ts';
import { DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/job.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { renewed, requireFunds, requireSomeFunds } from '../../domain/movements.ts';
import { PLANS } from '../../domain/plans.ts';
import type { AlreadyRead, WatchVideoRequest } from '../../domain/question.ts';
import { FOLLOW_UP_PRICE, readingPrice } from '../../domain/questions/depths.ts';
import { hasRead, type QuestionSession } from '../../domain/questions/session.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Video } from '../../domain/video.ts';
import { type VideoRecord, videoOf } from '../../domain/video-record.ts';
import { type Window, windowSeconds } from '../../domain/window.ts';
import {
  type AcceptDeps,
  type Answering,
  type Checked,
  makeAcceptJob,
} from '../calls/accept-job.ts';
import { makeFindSource, type Source, type SourceDeps } from '../links/find-source.ts';
import { notFound } from '../not-found.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { CallerSchemas } from '../ports/caller-schemas.ts';
import type { Fetches } from '../ports/fetches.ts';
import type { QuestionSessions } from '../ports/question-sessions.ts';
import type { VideoStore } from '../ports/videos.ts';
import { alreadyRead } from './already-read.ts';
import type { Reader } from './reading.ts';
import { jobIdOf, readFound } from './stored-found.ts';
import { isFollowUp, windowOf } from './watch-operation.ts';

interface Deps extends AcceptDeps, SourceDeps {
  readonly fetches: Pick<Fetches, 'find' | 'findVideo'>;
  readonly videos: Pick<VideoStore, 'find' | 'findByUpload'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'get' | 'read' | 'list'>;
  readonly sessions: Pick<QuestionSessions, 'find' | 'ofVideo'>;
  readonly schemas: CallerSchemas;
  readonly reader: Pick<Reader, 'key'>;
}

/** What a question is answered with: a job, or the price of asking what was read before. */
export type Accepted =
  | {
      readonly job: JobRecord;
      /** The job was another caller's: its answer is given again, free. */
      readonly joined: boolean;
    }
  | { readonly alreadyRead: AlreadyRead };

/** Who asks, as far as accepting needs to know. */
export type Asker = Pick<Principal, 'orgId' | 'tier' | 'wallet'>;

/** The video of a question, as far as it is known. */
type About = Pick<VideoRecord, 'video_id' | 'version'> & { readonly stored?: VideoRecord };

/**
 * Accepts a question. The same question is one reading and one charge, however many ask it at once. A new
 * question about a video that was read already is answered with its prices, and starts nothing.
 * @throws DomainError invalid_schema before anything else, video_not_found, invalid_request, invalid_window,
 * window_too_long, tier_limit, insufficient_credits, rate_limited, source_unavailable
 */
export function makeAskQuestion(deps: Deps) {
  const acceptJob = makeAcceptJob(deps);
  const findSource = makeFindSource(deps);
  return async (principal: Asker, request: WatchVideoRequest): Promise<Accepted> => {
    if (request.schema !== undefined) await deps.schemas.require(request.schema);
    const session = await sessionOf(deps, principal, request);
    let joined = false;
    const check = async (): Promise<Checked | Answering> => {
      const [source, found] = await Promise.all([
        sourceOf(deps, findSource, { principal, request, session }),
        deps.accounts.find(principal.orgId),
      ]);
      if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
      const account = renewed(found, deps.now());
      const about = aboutOf(source);
      const digest = questionDigest(deps, request, about, session);
      const earlier = request.rewatch
        ? undefined
        : await earlierAnswer(deps, about, digest, principal);
      if (earlier?.status === 'succeeded' && earlier.result_key !== null) {
        joined = true;
        const ready = {
          resultKey: earlier.result_key,
          price: 0 as Hundredths,
          reason: 'watch_video',
          isSent: false,
        };
        return { video: earlier.of, detail: earlier.detail, ready };
      }
      if (earlier && !isTerminal(earlier.status)) {
        joined = true;
        return { answering: earlier };
      }
      if (session && isFollowUp(request)) {
        requireFunds(account, principal.wallet, FOLLOW_UP_PRICE);
        const replaces = earlier?.job_id;
        return { video: about, detail: session.depth, question: { digest, replaces } };
      }
      const read =
        session || request.rewatch ? undefined : await readBefore(deps, request, about, principal);
      const window = about.stored && windowOf(request, about.stored);
      if (window) requireReadable(principal, request, window);
      if (read) {
        throw new StartsNothing(
          alreadyRead(request, read, await videoOfSession(deps, read, about)),
        );
      }
      if (window) requireFunds(account, principal.wallet, readingPrice(request.depth, window));
      else requireSomeFunds(account, principal.wallet);
      const replaces = request.rewatch
        ? await deps.jobs.findAsked(principal.orgId, about.video_id, digest)
        : earlier?.job_id;
      return {
        video: about,
        detail: request.depth,
        question: { digest, replaces },
        ...(source.kind === 'pending' && source.reserving ? { reserving: source.reserving } : {}),
      };
    };
    try {
      const job = await acceptJob({ principal, operation: 'watch_video', request }, check);
      return { job, joined: joined && !isOwn(job, request) };
    } catch (error) {
      if (error instanceof StartsNothing) return { alreadyRead: error.statement };
      throw error;
    }
  };
}

/** True of the job that the same call made before, under its idempotency key. */
const isOwn = (job: JobRecord, { idempotency_key: key }: WatchVideoRequest): boolean =>
  key !== undefined && job.request['idempotency_key'] === key;

/** Ends an acceptance that makes no job. */
class StartsNothing extends Error {
  override readonly name = 'StartsNothing';
  readonly statement: AlreadyRead;

  constructor(statement: AlreadyRead) {
    super('the video was read already');
    this.statement = statement;
  }
}

/** What is told of the video: of one that was read where it lies only the reading knows. */
const videoOfSession = async (
  { artifacts }: Pick<Deps, 'artifacts'>,
  session: QuestionSession,
  { stored }: About,
): Promise<Video> => (stored ? videoOf(stored) : (await readFound(artifacts, session)).video);

/** @throws DomainError video_not_found for a session that the organization does not have */
async function sessionOf(
  { sessions, jobs }: Pick<Deps, 'sessions' | 'jobs'>,
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

async function sourceOf(
  { videos, fetches }: Pick<Deps, 'videos' | 'fetches'>,
  findSource: ReturnType<typeof makeFindSource>,
  {
    principal,
    request,
    session,
  }: { principal: Asker; request: WatchVideoRequest; session: QuestionSession | undefined },
): Promise<Source> {
  const isNamed = request.url !== undefined || request.upload_id !== undefined;
  if (!session) return findSource(principal, request);
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

const aboutOf = (source: Source): About => ({
  video_id: source.video.video_id,
  version: source.video.version,
  ...(source.kind === 'stored' ? { stored: source.video } : {}),
});

/** All that an answer depends on; in a session, with the stretch that the session read. */
function questionDigest(
  { digest, reader }: Pick<Deps, 'digest' | 'reader'>,
  request: WatchVideoRequest,
  { version }: About,
  session: QuestionSession | undefined,
): string {
  const { question = null, context = null, schema = null, instructions = null } = request;
  const follows = session && isFollowUp(request) ? session : undefined;
  const [from, to] = follows && !follows.whole ? follows.window : [];
  const window = from === undefined ? (request.window ?? null) : { from, to };
  const region = follows ? follows.region : (request.region ?? null);
  const depth = follows ? follows.depth : request.depth;
  return digest(
    JSON.stringify([
      ...['watch_video', reader.key, version, question, window, region, depth],
      ...[schema, instructions, context],
    ]),
  );
}

/** The job that answered the same question, or is about to. */
async function earlierAnswer(
  { jobs, artifacts }: Pick<Deps, 'jobs' | 'artifacts'>,
  { video_id, version }: About,
  digest: string,
  { orgId }: Asker,
): Promise<(JobRecord & { of: Pick<VideoRecord, 'video_id' | 'version'> }) | undefined> {
  const jobId = await jobs.findAsked(orgId, video_id, digest);
  const job = jobId === undefined ? undefined : await jobs.find(orgId, jobId);
  if (!job || !jobId) return undefined;
  const gone =
    job.status === 'succeeded' &&
    (job.result_key === null || (await artifacts.get(job.result_key)) === undefined);
  return { ...job, ...(gone ? { status: 'failed' } : {}), of: { video_id, version } };
}

/** The session that has read what a question wants read. */
async function readBefore(
  { sessions, reader, jobs }: Pick<Deps, 'sessions' | 'reader' | 'jobs'>,
  { window, region, depth }: WatchVideoRequest,
  { video_id, version }: About,
  { orgId }: Asker,
): Promise<QuestionSession | undefined> {
  for (const session of await sessions.ofVideo(orgId, video_id)) {
    if (session.video_version !== version) continue;
    if (!hasRead(session, { window, region, depth }, reader.key)) continue;
    const job = await jobs.find(orgId, jobIdOf(session.session_id));
    if (job?.status === 'succeeded') return session;
  }
  return undefined;
}

/** @throws DomainError window_too_long, tier_limit */
function requireReadable(
  { tier }: Asker,
  { window: asked }: WatchVideoRequest,
  window: Window,
): void {
  const longest = PLANS[tier].max_video_minutes * 60;
  if (windowSeconds(window) <= longest) return;
  const to = toMillisecond(window[0] + longest);
  const detail = {
    suggestion: { window: { from: toMillisecond(window[0]), to } },
    max_window_seconds: longest,
  };
  const long = `${toMillisecond(windowSeconds(window))} s were asked; the ${tier} plan reads up to ${longest} s in one call.`;
  throw asked
    ? new DomainError('window_too_long', `${long} Ask for a shorter \`window\`.`, detail)
    : new DomainError(
        'tier_limit',
        `${long} Ask for a \`window\` of it, or change the plan.`,
        detail,
      );
}
