import { pause, type Wait } from '../../sdk/src/patience.ts';

/** Waits; not longer than until the browser has a network again. */
export const untilOnline: Wait = async (ms, signal) => {
  const done = new AbortController();
  const online = new Promise<void>((resolve) =>
    addEventListener('online', () => resolve(), { signal: done.signal }),
  );
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  try {
    await Promise.race([pause(ms, either), online]);
  } finally {
    done.abort();
  }
};
