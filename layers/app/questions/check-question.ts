import type { Account } from '../../domain/accounts/account.ts';
import { NOTHING } from '../../domain/accounts/credits.ts';
import { renewed, requireFunds, requireSomeFunds } from '../../domain/accounts/movements.ts';
import { NOTHING_PAID, type PaidCharge } from '../../domain/accounts/paid-windows.ts';
import { longestRead } from '../../domain/accounts/tier-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { FOLLOW_UP_PRICE } from '../../domain/questions/depths.ts';
import type { AlreadyRead, Depth, WatchVideoRequest } from '../../domain/questions/question.ts';
import type { QuestionSession } from '../../domain/questions/session.ts';
import type { Video } from '../../domain/videos/video.ts';
import { videoOf } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { Checked } from '../calls/accept-job.ts';
import { makeFindSource, type Source, type SourceDeps } from '../links/find-source.ts';
import { chargeOf, FREE } from '../operations/operation.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { Fetches } from '../ports/links/fetches.ts';
import type { CallerSchemas } from '../ports/questions/caller-schemas.ts';
import type { QuestionSessions } from '../ports/questions/question-sessions.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import { alreadyRead } from './already-read.ts';
import {
  type EarlierAnswer,
  earlierAnswer,
  questionDigest,
  readBefore,
} from './earlier-questions.ts';
import { type About, type Asker, aboutOf, sessionOf, sourceOf } from './question-source.ts';
import type { Reader } from './reading.ts';
import { readFound } from './stored-found.ts';
import { isFollowUp, partOf, watchOperation, windowOf } from './watch-operation.ts';

export interface CheckQuestionDeps extends SourceDeps {
  readonly jobs: Pick<JobIntake, 'find' | 'findAsked'>;
  readonly fetches: Pick<Fetches, 'find' | 'findVideo'>;
  readonly videos: Pick<VideoStore, 'find' | 'findByUpload'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'get' | 'read' | 'list'>;
  readonly sessions: Pick<QuestionSessions, 'find' | 'ofVideo'>;
  readonly schemas: CallerSchemas;
  readonly reader: Pick<Reader, 'key'>;
}

/** How a question would be answered, and for how much. */
export type CheckedQuestion = {
  /** As it stands now, a due renewal included. */
  readonly account: Account;
  readonly videoId: string;
  /** Of the session, when that answers. */
  readonly depth: Depth;
  /** The stretch that is asked about; left out while the video is still to be fetched. */
  readonly window?: Window | undefined;
  /** Left out likewise. */
  readonly price?: Pick<PaidCharge, 'price' | 'cacheHit'> | undefined;
  /** All that the answer depends on: those who ask the same are answered by one job. */
  readonly digest: string;
} & (
  | {
      /** Its answer is stored; a session answers it; or the video is read for it. */
      readonly kind: 'answered' | 'follow_up' | 'reading';
      readonly checked: Checked;
    }
  /** Another job is about to answer the same question. */
  | { readonly kind: 'under_way'; readonly job: JobRecord }
  /** The video was read before: nothing starts. */
  | { readonly kind: 'already_read'; readonly statement: AlreadyRead }
);

/**
 * Finds out how a question would be answered. Nothing is written.
 * @returns looks once; the look is repeated when something changes in between. `isFree` is true of a repeat that was
 * paid for under its key
 * @throws DomainError invalid_schema before anything else, video_not_found, invalid_request, invalid_window,
 * window_too_long, tier_limit, insufficient_credits, source_unavailable, no_video_stream
 */
export function makeCheckQuestion(deps: CheckQuestionDeps) {
  const { accounts, now } = deps;
  const findSource = makeFindSource(deps);
  return async (
    principal: Asker,
    request: WatchVideoRequest,
  ): Promise<(isFree?: boolean) => Promise<CheckedQuestion>> => {
    if (request.schema !== undefined) await deps.schemas.require(request.schema);
    const session = await sessionOf(deps, principal, request);
    return async (isFree = false) => {
      const [source, found] = await Promise.all([
        sourceOf(deps, findSource, { principal, request, session }),
        accounts.find(principal.orgId),
      ]);
      if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
      const account = renewed(found, now());
      const about = aboutOf(source);
      if (source.kind === 'pending')
        watchOperation.requirePossible(request, longestRead(principal.tier));
      const follows = isFollowUp(request) ? session : undefined;
      const part = about.stored
        ? partOf(request, about.stored.probe.duration, longestRead(principal.tier))
        : request.window;
      const digest = questionDigest(deps, request, { about, part, follows });
      const depth = follows?.depth ?? request.depth;
      const known = { account, digest, depth, videoId: about.video_id };
      const earlier = request.rewatch
        ? undefined
        : await earlierAnswer(deps, about, digest, principal);
      const shared = earlier && sharedAnswer(earlier);
      if (shared) {
        const window =
          follows?.window ?? (about.stored && windowOf(request, about.stored.probe.duration));
        return { ...known, ...shared, window, price: FREE };
      }
      const question = { digest, replaces: earlier?.job_id };
      if (follows) {
        if (!isFree) requireFunds(account, principal.wallet, FOLLOW_UP_PRICE);
        return {
          ...known,
          kind: 'follow_up',
          window: follows.window,
          price: { price: FOLLOW_UP_PRICE, cacheHit: false },
          checked: { video: about, detail: depth, question },
        };
      }
      const asked = { principal, request, session, source, about, account, question, isFree };
      return { ...known, ...(await checkReading(deps, asked)) };
    };
  };
}

/** An answer that is stored, or that another job is about to give. */
function sharedAnswer(earlier: EarlierAnswer) {
  if (earlier.status === 'succeeded' && earlier.result_key !== null) {
    const ready = {
      resultKey: earlier.result_key,
      price: FREE.price,
      reason: 'watch_video',
      isSent: false,
    };
    const checked = { video: earlier.of, detail: earlier.detail, ready };
    return { kind: 'answered', checked } as const;
  }
  return isTerminal(earlier.status) ? undefined : ({ kind: 'under_way', job: earlier } as const);
}

interface AskedReading {
  readonly principal: Asker;
  readonly request: WatchVideoRequest;
  readonly session: QuestionSession | undefined;
  readonly source: Source;
  readonly about: About;
  readonly account: Account;
  readonly question: { readonly digest: string; readonly replaces: string | undefined };
  readonly isFree: boolean;
}

/** A question for which the video has to be read, unless it was. */
async function checkReading(
  deps: CheckQuestionDeps,
  { principal, request, session, source, about, account, question, isFree }: AskedReading,
) {
  const { tier } = principal;
  const planned =
    about.stored && watchOperation.plan(request, about.stored, deps, longestRead(tier));
  const window = planned?.window ?? namedWindow(request);
  const read = request.rewatch
    ? undefined
    : await readBefore(deps, { ...request, window }, { about, session }, principal);
  if (planned) watchOperation.requireWindow(tier, request, planned.window);
  if (read) {
    return {
      kind: 'already_read',
      window: read.window,
      price: { price: NOTHING, cacheHit: false },
      statement: alreadyRead(request, read, await videoOfSession(deps, read, about)),
    } as const;
  }
  const price = planned && chargeOf(planned, NOTHING_PAID);
  if (!isFree && price) requireFunds(account, principal.wallet, price.price);
  else if (!isFree) requireSomeFunds(account, principal.wallet);
  const checked = {
    video: about,
    detail: request.depth,
    question: { ...question, isAnew: request.rewatch },
    ...(source.kind === 'pending' && source.reserving ? { reserving: source.reserving } : {}),
  };
  return { kind: 'reading', window: planned?.window, price, checked } as const;
}

const namedWindow = ({ window }: WatchVideoRequest): Window | undefined =>
  window && [window.from, window.to];

/** What is told of the video: of one that was read where it lies only the reading knows. */
const videoOfSession = async (
  { artifacts }: Pick<CheckQuestionDeps, 'artifacts'>,
  session: QuestionSession,
  { stored }: About,
): Promise<Video> => (stored ? videoOf(stored) : (await readFound(artifacts, session)).video);
