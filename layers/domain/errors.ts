import { z } from 'zod';

/** The stable discriminators a caller branches on. Never renamed, never reused. */
export const ERROR_TYPES = [
  'invalid_schema',
  'invalid_window',
  'window_too_long',
  'window_too_long_for_detail',
  'gone',
  'invalid_request',
  'unauthorized',
  'insufficient_credits',
  'insufficient_scope',
  'tier_limit',
  'video_not_found',
  'source_unavailable',
  'no_video_stream',
  'rate_limited',
  'processing_failed',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** Why a source could not be had: `reason` under source_unavailable. */
export const SOURCE_REASONS = [
  'unavailable',
  'auth',
  'geo',
  'no_video',
  'empty',
  'bot',
  'ratelimit',
  'unknown',
] as const;
export type SourceReason = (typeof SOURCE_REASONS)[number];

/** What every answer with an error status carries under `error`. */
export const ApiError = z
  .strictObject({
    type: z.enum(ERROR_TYPES).describe('The stable code to decide by; messages may be reworded.'),
    message: z.string().describe('What was wrong, what is allowed, what to send instead.'),
    suggestion: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Members to merge into the request so that it works.'),
    alternative: z.string().optional().describe('What else to try, where no one call settles it.'),
    max_window_seconds: z.number().optional().describe('Longest window allowed here, in seconds.'),
    reason: z
      .string()
      .optional()
      .describe(
        `Which kind of \`type\` it was, as a stable code. Of source_unavailable: ${SOURCE_REASONS.join(', ')}.`,
      ),
  })
  .meta({ id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;

/** The whole body of an answer with an error status. */
export const ErrorBody = z.strictObject({ error: ApiError }).meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

type Detail = Omit<ApiError, 'type' | 'message'> & {
  /** Seconds until a repeat can pass; becomes the Retry-After header. */
  retryAfterSeconds?: number;
};

/** An outcome the caller can act on. Anything else that is thrown is a defect. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly type: ErrorType;
  readonly detail: Readonly<Detail>;

  constructor(type: ErrorType, message: string, detail: Detail = {}, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
    this.detail = detail;
  }

  /**
   * The outcome that a body tells of.
   * @param retryAfterSeconds what the body does not tell
   */
  static from(
    { type, message, ...detail }: ApiError,
    retryAfterSeconds?: number,
    options?: ErrorOptions,
  ): DomainError {
    const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new DomainError(type, message, { ...detail, ...retry }, options);
  }

  /** The body a caller sees; the same for a synchronous answer and for a failed job. */
  toApiError(): ApiError {
    const { retryAfterSeconds: _, ...detail } = this.detail;
    return { type: this.type, message: this.message, ...detail };
  }
}

/** What a caller is told of a defect: nothing of the inside, and that a repeat is safe. */
export const PROCESSING_FAILED: ApiError = {
  type: 'processing_failed',
  message:
    'Something failed on our side. Nothing was charged. Sending the same call again is safe.',
};
