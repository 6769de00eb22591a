import { Batch } from './batch.ts';
import { answerOf, type CallOptions, repeatHeaders } from './calls.ts';
import { Job } from './job.ts';
import { type Patience, patiently } from './patience.ts';
import type { paths } from './schema.ts';
import { type Transport, type TransportOptions, transport } from './transport.ts';
import type {
  AlreadyRead,
  Answer,
  BatchCreated,
  BatchEstimate,
  BatchRequest,
  CallEstimate,
  CreditsResult,
  FramesRequest,
  FramesResult,
  JobList,
  QuestionEstimate,
  TranscriptRequest,
  TranscriptResult,
  UploadResult,
  UploadTicket,
  UploadTicketRequest,
  VideoList,
  WatchVideoRequest,
} from './types.ts';
import { type UploadOptions, upload } from './upload/upload.ts';
import { walkFrames, walkTranscript } from './walk.ts';

export interface VideoReaderOptions extends TransportOptions {
  /**
   * Milliseconds to wait in all between the tries of one request that may pass later; 60,000 unless
   * said otherwise.
   */
  readonly patienceMs?: number;
}

type Waiting = { sync?: true; estimate?: false };
type Queued = { sync: false; estimate?: false };
type Estimated = { estimate: true };

/** What a list is narrowed by. */
type Query<Path extends '/v1/jobs' | '/v1/videos' | '/v1/credits'> = NonNullable<
  paths[Path]['get']['parameters']['query']
>;

const PATIENCE_MS = 60_000;

/**
 * The service, as a program calls it. What may pass later is tried again, under one idempotency key
 * for all tries of a call: it is paid once.
 */
export class VideoReader {
  readonly #transport: Transport;
  readonly #patienceMs: number;

  /** @throws TypeError without an address */
  constructor(options: VideoReaderOptions = {}) {
    this.#transport = transport(options);
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
  }

  /** Every call of the interface by method and path, typed. Each is tried once. */
  get api(): Transport['api'] {
    return this.#transport.api;
  }

  /** Contact sheets of a video. With `sync: false` the job, with `estimate: true` the price. */
  frames(request: FramesRequest & Estimated, options?: CallOptions): Promise<CallEstimate>;
  frames(request: FramesRequest & Queued, options?: CallOptions): Promise<Job<FramesResult>>;
  frames(request: FramesRequest & Waiting, options?: CallOptions): Promise<FramesResult>;
  frames(
    request: FramesRequest,
    options?: CallOptions,
  ): Promise<FramesResult | Job<FramesResult> | CallEstimate>;
  frames(body: FramesRequest, options: CallOptions = {}): Promise<unknown> {
    const headers = repeatHeaders(body);
    return answerOf(this.#transport, this.#patience(options), body, () =>
      this.api.POST('/v1/frames', { body, headers, ...options }),
    );
  }

  /** What is said, with its seconds. With `sync: false` the job, with `estimate: true` the price. */
  transcript(request: TranscriptRequest & Estimated, options?: CallOptions): Promise<CallEstimate>;
  transcript(
    request: TranscriptRequest & Queued,
    options?: CallOptions,
  ): Promise<Job<TranscriptResult>>;
  transcript(
    request: TranscriptRequest & Waiting,
    options?: CallOptions,
  ): Promise<TranscriptResult>;
  transcript(
    request: TranscriptRequest,
    options?: CallOptions,
  ): Promise<TranscriptResult | Job<TranscriptResult> | CallEstimate>;
  transcript(body: TranscriptRequest, options: CallOptions = {}): Promise<unknown> {
    const headers = repeatHeaders(body);
    return answerOf(this.#transport, this.#patience(options), body, () =>
      this.api.POST('/v1/transcript', { body, headers, ...options }),
    );
  }

  /**
   * A written answer about a video. A new question about one that was read before starts nothing: it
   * is answered with its prices, and in `next` with the requests that do ask.
   */
  watch(request: WatchVideoRequest & Estimated, options?: CallOptions): Promise<QuestionEstimate>;
  watch(
    request: WatchVideoRequest & Queued,
    options?: CallOptions,
  ): Promise<Job<Answer> | AlreadyRead>;
  watch(request: WatchVideoRequest & Waiting, options?: CallOptions): Promise<Answer | AlreadyRead>;
  watch(
    request: WatchVideoRequest,
    options?: CallOptions,
  ): Promise<Answer | AlreadyRead | Job<Answer> | QuestionEstimate>;
  watch(body: WatchVideoRequest, options: CallOptions = {}): Promise<unknown> {
    const headers = repeatHeaders(body);
    return answerOf(this.#transport, this.#patience(options), body, () =>
      this.api.POST('/v1/watch_video', { body, headers, ...options }),
    );
  }

  /** The same question to up to twenty videos. */
  batch(request: BatchRequest & Estimated, options?: CallOptions): Promise<BatchEstimate>;
  batch(request: BatchRequest & { estimate?: false }, options?: CallOptions): Promise<Batch>;
  batch(request: BatchRequest, options?: CallOptions): Promise<BatchEstimate | Batch>;
  async batch(body: BatchRequest, options: CallOptions = {}): Promise<BatchEstimate | Batch> {
    const headers = repeatHeaders(body);
    const answer = await patiently<BatchCreated | { estimate: BatchEstimate }>(
      this.#patience(options),
      () => this.api.POST('/v1/batches', { body, headers, ...options }),
    );
    return 'estimate' in answer ? answer.estimate : this.batchById(answer.batch_id);
  }

  /**
   * A window that one call does not cover, answer by answer. Each is a call of its own, charged when
   * it is asked for: a loop that ends early pays for what it has seen.
   */
  framesInParts(
    request: FramesRequest & Waiting,
    options: CallOptions = {},
  ): AsyncIterable<FramesResult> {
    return walkFrames(request, (part) => this.frames({ ...part, ...WAITING }, options));
  }

  /** A transcript that one answer does not hold, answer by answer. */
  transcriptInParts(
    request: TranscriptRequest & Waiting,
    options: CallOptions = {},
  ): AsyncIterable<TranscriptResult> {
    return walkTranscript(request, (part) => this.transcript({ ...part, ...WAITING }, options));
  }

  /**
   * Sends a file straight into storage, in parts where it is large, and has it made a video.
   * @param file a Blob or File; in Node, Deno and Bun also a path
   */
  upload(file: Blob | string, options: UploadOptions = {}): Promise<UploadResult> {
    return upload(this.#transport, file, options);
  }

  /** Lets somebody without a credential send one file, within 15 minutes. */
  ticket(body: UploadTicketRequest = {}, options: CallOptions = {}): Promise<UploadTicket> {
    return patiently(this.#patience(options), () =>
      this.api.POST('/v1/uploads/tickets', { body, ...options }),
    );
  }

  /** A job that was begun before, by this program or another. */
  job(id: string): Job<FramesResult | TranscriptResult | Answer> {
    return new Job(id, this.#transport, this.#patience({}));
  }

  /** Jobs without their results, the newest first; `next` of the answer asks for those before. */
  jobs(query: Query<'/v1/jobs'> = {}, options: CallOptions = {}): Promise<JobList> {
    return patiently(this.#patience(options), () =>
      this.api.GET('/v1/jobs', { params: { query }, ...options }),
    );
  }

  batchById(id: string): Batch {
    return new Batch(id, this.#transport, this.#patience({}));
  }

  /** The organization's videos, the newest first; `next` of the answer asks for those before. */
  videos(query: Query<'/v1/videos'> = {}, options: CallOptions = {}): Promise<VideoList> {
    return patiently(this.#patience(options), () =>
      this.api.GET('/v1/videos', { params: { query }, ...options }),
    );
  }

  /** Erases a video and all that was made of it. */
  erase(videoId: string, options: CallOptions = {}): Promise<{ deleted: boolean }> {
    return patiently(this.#patience(options), () =>
      this.api.DELETE('/v1/videos/{videoId}', { params: { path: { videoId } }, ...options }),
    );
  }

  /** Plan, balances, and the newest entries of the ledger. */
  credits(query: Query<'/v1/credits'> = {}, options: CallOptions = {}): Promise<CreditsResult> {
    return patiently(this.#patience(options), () =>
      this.api.GET('/v1/credits', { params: { query }, ...options }),
    );
  }

  #patience({ signal }: CallOptions): Patience {
    return { patienceMs: this.#patienceMs, signal, wait: this.#transport.wait };
  }
}

const WAITING = { sync: true, estimate: false } as const;
