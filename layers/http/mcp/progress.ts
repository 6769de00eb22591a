import type { ServerContext } from '@modelcontextprotocol/server';
import type { Standing } from './agent-calls.ts';

/** Between two notifications that say the same. */
const AGAIN_MS = 5_000;

/** How a job stands, in words for whoever waits. */
function told({ status, progress, counted }: Standing): string {
  if (counted) return `${counted.done} of ${counted.of} videos answered`;
  if (!progress) return status;
  if ('done' in progress) {
    return progress.of > 0
      ? `${progress.stage}: ${progress.done} of ${progress.of}`
      : progress.stage;
  }
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const of = progress.of === null ? '' : ` of ${megabytes(progress.of)}`;
  return `${progress.stage}: ${megabytes(progress.bytes)}${of}`;
}

/**
 * Notifies whoever sent a progress token of how a job stands: when that changes, and every few
 * seconds, so that a client which counts silence knows that the call is alive. `progress` is the
 * seconds that have passed, since it has to grow.
 */
export function progressOf({ mcpReq }: ServerContext): (standing: Standing) => void {
  const progressToken = mcpReq._meta?.progressToken;
  const started = Date.now();
  let last = { message: '', at: 0 };
  return (standing) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    const now = Date.now();
    const message = told(standing);
    if (message === last.message && now - last.at < AGAIN_MS) return;
    last = { message, at: now };
    const params = { progressToken, progress: (now - started) / 1000, message };
    // A client that has left is told nothing; the call itself ends by its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
