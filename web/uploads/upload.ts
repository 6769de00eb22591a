import { signal } from '@preact/signals';
import type { VideoReaderError } from '../../sdk/src/errors.ts';
import { type Transport, transport } from '../../sdk/src/transport.ts';
import { upload } from '../../sdk/src/upload/upload.ts';
import { Problem, problemOf, SUSPENDED } from '../api/problem.ts';
import { naming, type Shown } from '../api/shown-organization.ts';
import { digestOf } from './digest.ts';
import type { uploadMemory } from './memory.ts';
import { untilOnline } from './wait.ts';

export type UploadState =
  | 'looking'
  | 'sending'
  | 'waiting'
  | 'paused'
  | 'reading'
  | 'done'
  | 'known'
  | 'failed';

/** Files up to this many bytes are digested before they are sent: that takes a moment. */
const DIGESTED_FIRST = 64_000_000;
/** A network that is gone for a night comes back; meanwhile nothing is lost by waiting. */
const PATIENCE_MS = 24 * 3600_000;

interface Options {
  readonly memory: ReturnType<typeof uploadMemory>;
  /** In the place of a session. */
  readonly ticket?: string;
  /** The id of the video that has these bytes; left out where that may not be asked. */
  readonly findSame?: (sha256: string) => Promise<string | undefined>;
  /** Of a session: for whom the page believes to send it. */
  readonly shown?: Shown;
  readonly onDone?: () => void;
  readonly onSignedOut?: () => void;
}

/** Why nothing is sent for a while, as a sentence. */
const cause = (why: VideoReaderError | undefined): string => {
  const status = why?.status;
  if (status === undefined) return 'Waiting for the connection.';
  return status === 429
    ? 'The service is asked too much at the moment.'
    : `The service has a fault at the moment (${status}).`;
};

/** One file on its way into storage, and what became of it. */
export class Upload {
  readonly file: File;
  readonly state = signal<UploadState>('looking');
  /** Bytes that have arrived or are on their way. */
  readonly sent = signal(0);
  readonly problem = signal<Problem | undefined>(undefined);
  /** While it waits: for what. */
  readonly waitsFor = signal('');
  readonly videoId = signal<string | undefined>(undefined);
  readonly #options: Options;
  readonly #transport: Transport;
  #stop = new AbortController();
  #afterwards: UploadState = 'looking';

  constructor(file: File, options: Options) {
    this.file = file;
    this.#options = options;
    this.#transport = transport({
      baseUrl: location.origin,
      wait: async (ms, stopped, why) => {
        // Several parts may wait at once; what they go on with is the same.
        if (this.state.value !== 'waiting') this.#afterwards = this.state.value;
        this.waitsFor.value = cause(why);
        this.state.value = 'waiting';
        await untilOnline(ms, stopped);
        this.state.value = this.#afterwards;
      },
    });
    if (options.shown) this.#transport.api.use(naming(options.shown));
  }

  /** Sends what is not there yet; again after a pause, or after it failed. */
  async start(): Promise<void> {
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.problem.value = undefined;
    try {
      await this.#run(stopped);
    } catch (thrown) {
      if (stopped.aborted) return;
      const problem = problemOf(thrown);
      const isUnknown = problem.is('unauthorized') && !problem.is('unauthorized', SUSPENDED);
      if (isUnknown) this.#options.onSignedOut?.();
      if (problem.is('no_video_stream')) this.#options.memory.refuse(this.file);
      this.problem.value = problem;
      this.state.value = 'failed';
    } finally {
      this.#stop.abort();
    }
  }

  pause(): void {
    this.state.value = 'paused';
    this.#stop.abort();
  }

  /** Ends it; what has arrived is swept by the service. */
  cancel(): void {
    this.#stop.abort();
    this.#options.memory.forget(this.file);
  }

  async #run(stopped: AbortSignal): Promise<void> {
    const { file } = this;
    const { memory, ticket } = this.#options;
    if (file.size === 0) {
      throw new Problem({ type: 'no_video_stream', message: `${file.name} is empty.` });
    }
    this.state.value = 'looking';
    const looked = this.#lookForSame(stopped);
    const sha256 = file.size <= DIGESTED_FIRST ? await looked : undefined;
    if (stopped.aborted) return;
    const { video } = await upload(this.#transport, file, {
      ...(ticket !== undefined && { ticket }),
      ...(sha256 !== undefined && { sha256 }),
      memory: memory.ofFile(file),
      signal: stopped,
      patienceMs: PATIENCE_MS,
      onProgress: (sent) => {
        this.sent.value = sent;
        this.state.value = 'sending';
      },
      onArrived: () => {
        this.state.value = 'reading';
      },
    });
    this.#end('done', video.id);
  }

  #end(state: 'done' | 'known', videoId: string): void {
    this.#stop.abort();
    this.videoId.value = videoId;
    this.state.value = state;
    this.#options.onDone?.();
  }

  /** Ends the upload when the file turns out to be here; else answers with its digest. */
  async #lookForSame(stopped: AbortSignal): Promise<string | undefined> {
    const { memory, findSame } = this.#options;
    if (!findSame) return undefined;
    const digest = await digestOf(this.file, stopped);
    const same = digest === undefined ? undefined : await findSame(digest).catch(() => undefined);
    if (same !== undefined && !stopped.aborted && this.state.value !== 'reading') {
      memory.forget(this.file);
      this.#end('known', same);
    }
    return digest;
  }
}
