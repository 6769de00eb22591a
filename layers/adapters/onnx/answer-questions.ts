import { parentPort } from 'node:worker_threads';
import type { Answer } from './idle-thread.ts';

/** Answers what is asked of this thread, in the order in which it was asked. */
export function answerQuestions<Asked, Value>(
  work: Promise<(asked: Asked) => Promise<Value>>,
): void {
  // Told to whoever asks first.
  work.catch(() => {});
  let before: Promise<void> = Promise.resolve();
  parentPort?.on('message', (asked: Asked) => {
    before = before.then(async () => {
      const answer: Answer<Value> = await work
        .then((answerTo) => answerTo(asked))
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
      parentPort?.postMessage(answer);
    });
  });
}
