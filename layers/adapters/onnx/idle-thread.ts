import { SHARE_ENV, Worker } from 'node:worker_threads';

/** A thread goes, with the memory of its networks, when nothing was asked of it for this long. */
const IDLE_MS = 20_000;
/** Megabytes of JavaScript's own memory; the networks' is outside of it. */
const HEAP_MB = 256;

/** What a thread answers: a value, or what went wrong. */
export type Answer<Value> = { readonly value: Value } | { readonly error: unknown };

/** Asks something of a thread; what is in `moved` is its own from then on. */
export type AskThread<Asked, Value> = (
  asked: Asked,
  moved: readonly ArrayBuffer[],
) => Promise<Value>;

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Networks run in threads of their own, which decoding and answering must not wait for. One question
 * at a time, in their order; the first one starts the thread, which keeps the process alive only
 * while it works.
 * @param file of the thread, which hands its work to `answerQuestions`
 */
export function idleThread<Asked, Value>(file: URL): AskThread<Asked, Value> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const waiting: Waiting<Value>[] = [];

  const stop = (cause: unknown) => {
    thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(cause);
  };
  const start = (): Worker => {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // The runtime reads the environment of the process, which a copy does not change.
      env: SHARE_ENV,
    });
    started.on('message', (answer: Answer<Value>) => {
      const next = waiting.shift();
      if ('value' in answer) next?.resolve(answer.value);
      else next?.reject(answer.error);
      if (waiting.length === 0) rest(started);
    });
    started.on('error', stop);
    started.on('exit', (code) => {
      if (thread === started) stop(new Error(`the thread of ${file.pathname} ended with ${code}`));
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

  return (asked, moved) => {
    thread ??= start();
    thread.ref();
    const answered = new Promise<Value>((resolve, reject) => waiting.push({ resolve, reject }));
    thread.postMessage(asked, moved);
    return answered;
  };
}
