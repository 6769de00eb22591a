import type { Principal } from '../../domain/accounts/credential.ts';
import type { CreditsResult } from '../../domain/accounts/credits-result.ts';
import type { Batch, BatchCreated, BatchRequest } from '../../domain/batches/batch.ts';
import type { FramesRequest, FramesResult } from '../../domain/frames/frames.ts';
import type { Job, JobProgress, JobState, QueuedJob } from '../../domain/jobs/job.ts';
import type { AlreadyRead, Answer, WatchVideoRequest } from '../../domain/questions/question.ts';
import type { TranscriptRequest, TranscriptResult } from '../../domain/transcript/transcript.ts';
import type { UploadTicket, UploadTicketRequest } from '../../domain/uploads/upload.ts';
import type { EraseVideoResult } from '../../domain/videos/erase-video.ts';

/** How a job or a batch stands while somebody waits for it. */
export interface Standing {
  readonly status: JobState;
  readonly progress?: JobProgress | undefined;
  /** Videos of a batch that have ended, and how many there are. */
  readonly counted?: { readonly done: number; readonly of: number };
}

/** How long a tool waits for a job, and what it does meanwhile. */
export interface Watch {
  readonly seconds: number;
  /** Aborted when nobody is there to be answered; the job goes on. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the caller has left, where that cancels the call: the job that it began is
   * cancelled.
   */
  readonly left?: AbortSignal | undefined;
  readonly looked: (standing: Standing) => void;
}

/** What tools are made of: each of these is the use case of an HTTP route. */
export interface AgentCalls {
  /** How long an answer may be silent where the service runs: no tool waits longer. */
  readonly silentSeconds: number;
  /** A job that outlasts the watch is answered as queued. */
  frames(who: Principal, request: FramesRequest, watch: Watch): Promise<FramesResult | QueuedJob>;
  transcript(
    who: Principal,
    request: TranscriptRequest,
    watch: Watch,
  ): Promise<TranscriptResult | QueuedJob>;
  watchVideo(
    who: Principal,
    request: WatchVideoRequest,
    watch: Watch,
  ): Promise<Answer | AlreadyRead | QueuedJob>;
  createBatch(who: Principal, request: BatchRequest): Promise<BatchCreated>;
  /** @param waitSeconds held open for at most so long until the batch has ended */
  readBatch(who: Principal, batchId: string, waitSeconds: number): Promise<Batch>;
  /** @throws DomainError video_not_found */
  readJob(who: Principal, jobId: string, watch: Watch): Promise<Job>;
  /** The body that a job was made of, its defaults filled in. */
  readRequest(who: Principal, jobId: string): Promise<Readonly<Record<string, unknown>>>;
  /** JPEG bytes of sheets of a frames job, in the order of `pages`. */
  readPictures(who: Principal, jobId: string, pages: readonly number[]): Promise<Uint8Array[]>;
  issueTicket(who: Principal, request: UploadTicketRequest, baseUrl: string): UploadTicket;
  /** @param before the moment of an entry: those made before it */
  getCredits(who: Principal, entries: number, before?: string): Promise<CreditsResult>;
  eraseVideo(who: Principal, videoId: string): Promise<EraseVideoResult>;
}
