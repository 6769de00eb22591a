import type {
  TextReader,
  WrittenLine,
  YuvPicture,
} from '../../../app/ports/sources/text-reader.ts';
import { idleThread } from '../idle-thread.ts';

/** Raised when the same picture would be read otherwise. */
export const PADDLE = 'pp-ocrv4 v1';
/** The thread lies beside this file, as source and as a bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './ocr-thread.ts' : './ocr-thread.mjs',
  import.meta.url,
);

/** PP-OCRv4 in a thread of its own: a picture takes a tenth of a second, and it holds 150 MB. */
export function paddleReader(): TextReader {
  const ask = idleThread<YuvPicture, readonly WrittenLine[]>(THREAD);
  return {
    name: PADDLE,
    read(picture, signal) {
      signal.throwIfAborted();
      const planes = new Uint8Array(picture.planes);
      return unlessAborted(ask({ ...picture, planes }, [planes.buffer]), signal);
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
