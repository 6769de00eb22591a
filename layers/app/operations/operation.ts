import { type Hundredths, NOTHING } from '../../domain/accounts/credits.ts';
import {
  type PaidCharge,
  type PaidFor,
  priceOfWindow,
  withReason,
} from '../../domain/accounts/paid-windows.ts';
import type { Tier } from '../../domain/accounts/plans.ts';
import type { Shortfall } from '../../domain/accounts/shortfall.ts';
import type { Operation as Name } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Run } from '../ports/jobs/jobs.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import type { Made } from './settle-job.ts';

/** What a request comes to, once the video is known. */
export interface Planned<Plan> {
  readonly plan: Plan;
  /** The level, for frames. */
  readonly detail: string | null;
  /** What was asked, in seconds; the caller's plan limits its length. */
  readonly window: Window;
  /** What a job pays for, and the name under which such windows are kept. */
  readonly pays: { readonly level: string; readonly window: Window };
  /** Whether a window that was paid for before costs less. */
  readonly isCheaperAgain: boolean;
  /** What the ledger calls it. */
  readonly reason: string;
  /** The full price of so many seconds of that window, in hundredths of a credit. */
  readonly priceOf: (seconds: number) => Hundredths;
  /** Seconds that one core is foreseen to take to read it; left out where it may be read already. */
  readonly work?: number;
  /** The sheets of the answer, and what they cost a vision model. */
  readonly shows: { readonly sheets: number; readonly visionTokens: number };
  /**
   * All that the result depends on. A question that was answered before is served again without
   * work.
   */
  readonly question: unknown;
}

/** What is made of a video for a request. */
interface Making<Request, Plan> {
  readonly run: Run;
  /** Charged. */
  readonly job: JobRecord;
  readonly video: KnownVideo;
  readonly source: VideoSource;
  readonly request: Request;
  readonly plan: Plan;
  /** Where what belongs to the result goes. */
  readonly folder: string;
}

/** Makes what is kept as the result. */
export type Make<Request, Plan> = (
  making: Making<Request, Plan>,
  signal: AbortSignal,
) => Promise<Made<{ readonly notes: readonly string[]; readonly shortfall: Shortfall }>>;

/** What results are read from. */
export interface ResultDeps {
  readonly artifacts: Pick<ArtifactStore, 'read' | 'get' | 'signedUrl'>;
}

/** Of an operation that hears words: another recogniser would hear others. */
export interface Recognised {
  readonly recogniser: string | null;
}

/** Of an operation that reads what is written: another reader would read otherwise. */
export interface ReadsText {
  readonly textReader: string | null;
}

/**
 * A kind of job: how its request is read, planned and priced, made, and read back. The call that
 * accepts a job and the worker that runs it go by the same one.
 * @typeParam By who does the work, as far as the result depends on it
 * @typeParam Tools what the result is made with
 */
export interface Operation<Request, Plan, By, Tools, Result> {
  readonly name: Name;
  /** Reads a body that was read before; the body as the schema gives it. */
  readonly parse: (body: unknown) => Request;
  /**
   * @param duration of the video, in seconds, where that is known: what is suggested goes by it
   * @throws DomainError tier_limit for what the caller's plan does not include, whatever the video
   */
  readonly requireTier: (tier: Tier, request: Request, duration?: number) => void;
  /** Whether the request names an end, so that it may be about a part of the video. */
  readonly isPart: (request: Request) => boolean;
  /**
   * Asked while the video is still to be fetched: for a window that no video has, or that no call
   * takes, none is.
   * @param longestRead as for `plan`
   * @throws DomainError invalid_window, window_too_long_for_detail
   */
  readonly requirePossible: (request: Request, longestRead: number) => void;
  /**
   * @param longestRead seconds that the caller's plan reads in one call, where it is known: what is
   * suggested is no longer
   * @throws DomainError no_video_stream, invalid_window, window_too_long_for_detail
   */
  readonly plan: (
    request: Request,
    video: KnownVideo,
    by: By,
    longestRead?: number,
  ) => Planned<Plan>;
  /**
   * @param window what was planned
   * @throws DomainError tier_limit, window_too_long when it is longer than the caller's plan reads
   */
  readonly requireWindow: (tier: Tier, request: Request, window: Window) => void;
  readonly make: (tools: Tools) => Make<Request, Plan>;
  /**
   * Reads the result of a job that succeeded.
   * @throws DomainError video_not_found when it is no longer stored
   */
  readonly read: (deps: ResultDeps) => (job: JobRecord) => Promise<Result>;
  /** Whether a result that is gone is made again, free, for a repeat under the same key. */
  readonly isMadeAgain: boolean;
}

/** Of a call that repeats one which was paid for. */
export const FREE: PaidCharge = { price: NOTHING, cacheHit: true, reason: '' };

/** Of an answer in words. */
export const NO_SHEETS: Planned<unknown>['shows'] = { sheets: 0, visionTokens: 0 };

/** What a planned call costs a caller who has paid for these windows. */
export const chargeOf = (
  { pays, priceOf, reason }: Pick<Planned<unknown>, 'pays' | 'priceOf' | 'reason'>,
  paid: PaidFor,
): PaidCharge => withReason(priceOfWindow(pays.window, paid, priceOf), reason);
