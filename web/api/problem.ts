import type { ApiError } from './types.ts';

/** What the service refused, in its own words; or that it could not be reached. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly error: ApiError | { readonly type: 'unreachable'; readonly message: string };

  constructor(error: Problem['error']) {
    super(error.message);
    this.error = error;
  }

  is(type: ApiError['type'] | 'unreachable', reason?: string): boolean {
    if (this.error.type !== type) return false;
    return reason === undefined || ('reason' in this.error && this.error.reason === reason);
  }
}

export const unreachable = (): Problem =>
  new Problem({
    type: 'unreachable',
    message: 'The service cannot be reached. Look at the connection, and try again.',
  });

/** Whatever was thrown, as a problem that can be shown. */
export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof Problem
    ? thrown
    : new Problem({
        type: 'processing_failed',
        message: thrown instanceof Error ? thrown.message : String(thrown),
      });

/** The body of an answer that is no success. */
export function refusalIn(body: unknown): ApiError {
  const error = (body as { error?: ApiError } | undefined)?.error;
  return error?.message === undefined
    ? { type: 'processing_failed', message: 'The service answered with something unknown.' }
    : error;
}
