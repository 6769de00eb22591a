import { parentPort } from 'node:worker_threads';
import type { WrittenLine, YuvPicture } from '../../app/ports/sources/text-reader.ts';
import { openPictureReader } from './read-picture.ts';

/** What is asked of the thread, and what it answers, in the order in which it was asked. */
export interface Asked {
  readonly picture: YuvPicture;
}
export type Answered = { readonly lines: WrittenLine[] } | { readonly error: unknown };

const reader = openPictureReader();
// Told to whoever asks first.
reader.catch(() => {});
let before: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ picture }: Asked) => {
  before = before.then(async () => {
    const answer: Answered = await reader
      .then(({ read }) => read(picture))
      .then(
        (lines) => ({ lines }),
        (error: unknown) => ({ error }),
      );
    parentPort?.postMessage(answer);
  });
});
