import { TranscribeServiceException } from '@aws-sdk/client-transcribe';
import type { Wait } from '../../app/ports/clock.ts';

/** What is answered to too many calls, and while as many jobs run as the account may have. */
const THROTTLED = ['ThrottlingException', 'LimitExceededException', 'TooManyRequestsException'];
/** Before each further try; together over a minute, in which other jobs end. */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000];

/** Makes a call, and again where that can help. */
export async function patiently<T>(
  call: () => Promise<T>,
  wait: Wait,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const ms = WAITS_MS[attempt];
      if (ms === undefined || !passes(error)) throw error;
      // Workers that were refused at the same moment must not come back at the same moment.
      await wait(ms * (0.75 + Math.random() / 2), signal);
    }
  }
}

export const isThrottled = (error: unknown): boolean =>
  error instanceof TranscribeServiceException && THROTTLED.includes(error.name);

function passes(error: unknown): boolean {
  if (error instanceof TranscribeServiceException) {
    return error.$fault === 'server' || isThrottled(error);
  }
  // What is no answer of the service comes from something before it, or is a connection that
  // failed.
  const { $response, code, name } = error as Partial<Unanswered>;
  return ($response?.statusCode ?? 0) >= 500 || code !== undefined || name === 'TimeoutError';
}

interface Unanswered {
  readonly $response: { readonly statusCode: number };
  readonly code: string;
  readonly name: string;
}
