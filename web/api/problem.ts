import { VideoReaderError } from '../../sdk/src/errors.ts';
import type { ApiError } from './types.ts';

/** What the service refused, in its own words; or that it could not be reached. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly error: ApiError | { readonly type: 'unreachable'; readonly message: string };
  /** Whether asking the same again is answered the same for good. */
  readonly isFinal: boolean;

  constructor(error: Problem['error'], { isFinal = false } = {}) {
    super(error.message);
    this.error = error;
    this.isFinal = isFinal;
  }

  is(type: ApiError['type'] | 'unreachable', reason?: string): boolean {
    if (this.error.type !== type) return false;
    return reason === undefined || ('reason' in this.error && this.error.reason === reason);
  }
}

/** The `reason` of what is refused to a suspended organization. */
export const SUSPENDED = 'suspended';

/** The `reason` of what is refused to a page that shows another organization than the session's. */
export const OTHER_ORGANIZATION = 'other_organization';

export const unreachable = (): Problem =>
  new Problem({
    type: 'unreachable',
    message: 'The service cannot be reached. Look at the connection, and try again.',
  });

/** Whether trying again later may help. */
export const mayPass = (problem: Problem): boolean =>
  (['unreachable', 'rate_limited', 'processing_failed'] as const).some((type) => problem.is(type));

/** Whatever was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof VideoReaderError)) {
    return new Problem({ type: 'processing_failed', message });
  }
  const { type, alternative, reason } = thrown;
  if (type === 'connection_failed') return unreachable();
  return new Problem({
    type: isApiType(type) ? type : 'processing_failed',
    message,
    ...(alternative !== undefined && { alternative }),
    ...(reason !== undefined && { reason }),
  });
}

type ErrorType = VideoReaderError['type'];
/** Of the client's own, beside those that the service names. */
const OWN: readonly ErrorType[] = [
  'connection_failed',
  'cancelled',
  'unexpected_answer',
  'bad_signature',
];
const isApiType = (type: ErrorType): type is ApiError['type'] => !OWN.includes(type);

/** The body of an answer that is no success; where it is not the service's own, by its status. */
export function refusalIn(body: unknown, status: number): ApiError {
  const error = (body as { error?: ApiError } | undefined)?.error;
  if (error?.message !== undefined) return error;
  if (status === 429)
    return { type: 'rate_limited', message: 'Too much is asked at once. Try again in a moment.' };
  const message =
    status >= 500
      ? `The service has a fault at the moment (${status}). Try again in a moment.`
      : `The service answered with something unknown (${status}).`;
  return { type: 'processing_failed', message };
}
