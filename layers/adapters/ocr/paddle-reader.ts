import { Worker } from 'node:worker_threads';
import type { TextReader, WrittenLine } from '../../app/ports/sources/text-reader.ts';
import type { Answered, Asked } from './ocr-thread.ts';

/** Raised when the same picture would be read otherwise. */
export const PADDLE = 'pp-ocrv4 v1';
/** The thread and its 150 MB go when nothing was read for this long. */
const IDLE_MS = 20_000;
/** The thread lies beside this file, as source and as a bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './ocr-thread.ts' : './ocr-thread.mjs',
  import.meta.url,
);
/** Megabytes of JavaScript's own memory; the networks' is outside of it. */
const HEAP_MB = 256;

interface Waiting {
  readonly resolve: (lines: readonly WrittenLine[]) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * PP-OCRv4 in a thread of its own: a picture takes a tenth of a second, which decoding and
 * answering must not wait for. One picture at a time; the thread is started by the first, and keeps
 * the process alive only while it reads.
 */
export function paddleReader(): TextReader {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const waiting: Waiting[] = [];

  const stop = (cause: unknown) => {
    thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(cause);
  };
  const start = (): Worker => {
    const started = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    started.on('message', (answer: Answered) => {
      const next = waiting.shift();
      if ('lines' in answer) next?.resolve(answer.lines);
      else next?.reject(answer.error);
      if (waiting.length === 0) rest(started);
    });
    started.on('error', stop);
    started.on('exit', (code) => {
      if (thread === started) stop(new Error(`the thread that reads text ended with ${code}`));
    });
    return started;
  };
  const rest = (resting: Worker) => {
    resting.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (thread !== resting || waiting.length > 0) return;
      thread = undefined;
      void resting.terminate();
    }, IDLE_MS).unref();
  };

  return {
    name: PADDLE,
    read(picture, signal) {
      signal.throwIfAborted();
      thread ??= start();
      thread.ref();
      const planes = new Uint8Array(picture.planes);
      const asked: Asked = { picture: { ...picture, planes } };
      const answered = new Promise<readonly WrittenLine[]>((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
      thread.postMessage(asked, [planes.buffer]);
      return unlessAborted(answered, signal);
    },
  };
}

/** The thread reads to the end what it has begun; nobody waits for it then. */
function unlessAborted<T>(answered: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    answered.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
