import type { ApiError } from './types.ts';

/**
 * What to branch on: the types that the service names, and three of this client's own.
 * `connection_failed`: nobody answered, for as long as the patience lasts. `cancelled`: somebody
 * ended the job or batch. `unexpected_answer`: what answers there is not this service.
 */
export type ErrorType =
  | ApiError['type']
  | 'connection_failed'
  | 'cancelled'
  | 'unexpected_answer'
  | 'bad_signature';

type Detail = Partial<Omit<ApiError, 'type' | 'message'>> & {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly jobId?: string;
};

/** Every failure of a call. Branch on `type`, never on `message`, which may be reworded. */
export class VideoReaderError extends Error {
  override readonly name = 'VideoReaderError';
  readonly type: ErrorType;
  /** Members to spread into the request, so that it works. */
  readonly suggestion: Readonly<Record<string, unknown>> | undefined;
  /** What else to try, where no one call settles it. */
  readonly alternative: string | undefined;
  /** A narrower code under `type`. */
  readonly reason: string | undefined;
  readonly maxWindowSeconds: number | undefined;
  /** HTTP status, where the failure was answered; a failed job has none. */
  readonly status: number | undefined;
  /** What the service calls this request in its log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Of the job that failed. */
  readonly jobId: string | undefined;

  constructor(type: ErrorType, message: string, detail: Detail = {}, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
    this.suggestion = detail.suggestion;
    this.alternative = detail.alternative;
    this.reason = detail.reason;
    this.maxWindowSeconds = detail.max_window_seconds;
    this.status = detail.status;
    this.requestId = detail.requestId;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.jobId = detail.jobId;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isApiError = (value: unknown): value is ApiError =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['message'] === 'string';

/** What an answer with an error status says. */
export function errorOf(response: Response, body: unknown): VideoReaderError {
  const detail = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsUntilRetry(response.headers.get('retry-after')),
  };
  const error = isObject(body) ? body['error'] : undefined;
  if (isApiError(error)) {
    const { type, message, ...said } = error;
    return new VideoReaderError(type, message, { ...said, ...detail });
  }
  const type =
    response.status === 429
      ? 'rate_limited'
      : response.status >= 500
        ? 'processing_failed'
        : 'unexpected_answer';
  const message = `${new URL(response.url).origin} answered ${response.status}, not in the form of this service.`;
  return new VideoReaderError(type, message, detail);
}

/** Seconds, or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function secondsUntilRetry(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
