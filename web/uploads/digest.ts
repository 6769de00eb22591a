/** Path of the worker, known when the pages are bundled. */
declare const DIGEST_WORKER: string;

/**
 * SHA-256 of a file, read beside the page's own thread.
 * @returns undefined where it was given up, or the file cannot be read
 */
export function digestOf(file: File, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(DIGEST_WORKER, { type: 'module' });
    const end = (digest?: string) => {
      worker.terminate();
      resolve(digest);
    };
    worker.onmessage = ({ data }: MessageEvent<string>) => end(data);
    worker.onerror = () => end();
    signal.addEventListener('abort', () => end(), { once: true });
    worker.postMessage(file);
  });
}
