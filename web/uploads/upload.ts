import { signal } from '@preact/signals';
import { Problem, problemOf } from '../api/problem.ts';
import type { FreshAddresses } from '../api/types.ts';
import type { UploadCalls } from './calls.ts';
import { digestOf } from './digest.ts';
import type { uploadMemory } from './memory.ts';
import { send } from './send.ts';

export type UploadState =
  | 'looking'
  | 'sending'
  | 'offline'
  | 'paused'
  | 'reading'
  | 'done'
  | 'known'
  | 'failed';

/** Files up to this many bytes are digested before they are sent: that takes a moment. */
const DIGESTED_FIRST = 64_000_000;

interface Options {
  readonly calls: UploadCalls;
  readonly memory: ReturnType<typeof uploadMemory>;
  /** Whether files that are here already are looked for; a ticket may not ask. */
  readonly looksForSame: boolean;
  readonly onDone?: (videoId: string) => void;
}

/** One file on its way into storage, and what became of it. */
export class Upload {
  readonly file: File;
  readonly state = signal<UploadState>('looking');
  /** Bytes that have arrived or are on their way. */
  readonly sent = signal(0);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly videoId = signal<string | undefined>(undefined);
  readonly #options: Options;
  #stop = new AbortController();

  constructor(file: File, options: Options) {
    this.file = file;
    this.#options = options;
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
      this.problem.value = problemOf(thrown);
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
    const { calls, memory } = this.#options;
    if (file.size === 0) {
      throw new Problem({ type: 'no_video_stream', message: `${file.name} is empty.` });
    }
    this.state.value = 'looking';
    const looked = this.#lookForSame(stopped);
    const digest = file.size <= DIGESTED_FIRST ? await looked : undefined;
    if (stopped.aborted) return;
    const { upload_id, addresses: first } = await this.#beginOrGoOn(digest);
    this.state.value = 'sending';
    let refused = 0;
    for (let addresses = first; addresses; addresses = await calls.missing(upload_id)) {
      const before = this.sent.value;
      const arrived = await send(addresses, {
        file,
        signal: stopped,
        onSent: (bytes) => {
          this.sent.value = bytes;
        },
        onConnection: (holds) => {
          this.state.value = holds ? 'sending' : 'offline';
        },
      });
      if (arrived) break;
      refused = this.sent.value > before ? 0 : refused + 1;
      if (refused > 2)
        throw new Error('Storage refuses addresses that were just given. Try again.');
    }
    stopped.throwIfAborted();
    this.state.value = 'reading';
    const { video } = await calls.complete(upload_id);
    memory.forget(file);
    this.#end('done', video.id);
  }

  #end(state: 'done' | 'known', videoId: string): void {
    this.#stop.abort();
    this.videoId.value = videoId;
    this.state.value = state;
    this.#options.onDone?.(videoId);
  }

  /** Ends the upload when the file turns out to be here; else answers with its digest. */
  async #lookForSame(stopped: AbortSignal): Promise<string | undefined> {
    const { calls, memory, looksForSame } = this.#options;
    if (!looksForSame) return undefined;
    const digest = await digestOf(this.file, stopped);
    const same =
      digest === undefined ? undefined : await calls.findSame(digest).catch(() => undefined);
    if (same !== undefined && !stopped.aborted && this.state.value !== 'reading') {
      memory.forget(this.file);
      this.#end('known', same);
    }
    return digest;
  }

  async #beginOrGoOn(
    digest?: string,
  ): Promise<{ upload_id: string; addresses: FreshAddresses | undefined }> {
    const { calls, memory } = this.#options;
    const known = memory.find(this.file);
    if (known) {
      try {
        return { upload_id: known.upload_id, addresses: await calls.missing(known.upload_id) };
      } catch (thrown) {
        // It was given up meanwhile: another one begins.
        if (!problemOf(thrown).is('video_not_found')) throw thrown;
      }
    }
    const begun = await calls.begin(this.file, digest);
    memory.keep(this.file, begun.upload_id);
    return begun;
  }
}
