import type { IncomingMessage } from 'node:http';
import { accessDenied, S3Error } from './s3-error.ts';

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;

/** What a request says of its own signature. */
export interface Claim {
  readonly accessKeyId: string;
  readonly scope: readonly string[];
  readonly signedHeaders: Set<string>;
  readonly signature: string;
  readonly date: Date;
  readonly expiresSeconds: number;
  readonly malformed: (detail: string) => S3Error;
}

/** The claim of a signed address, in its query. @throws S3Error 400, or 403 when it is over */
export function presignedClaim(query: URLSearchParams, now: Date): Claim {
  const malformed = (detail: string) =>
    new S3Error(400, 'AuthorizationQueryParametersError', detail);
  const need = (name: string) => {
    const value = query.get(name);
    if (value === null)
      throw malformed(
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      );
    return value;
  };
  if (need('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256')
    throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const [accessKeyId = '', ...scope] = need('X-Amz-Credential').split('/');
  const date = parseDate(need('X-Amz-Date'));
  if (!date)
    throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const expiresSeconds = Number(need('X-Amz-Expires'));
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 0)
    throw malformed('X-Amz-Expires should be a number');
  if (expiresSeconds > MAX_EXPIRES_SECONDS)
    throw malformed('X-Amz-Expires must be less than a week (in seconds) that is 604800');
  const expires = new Date(date.getTime() + expiresSeconds * 1000);
  if (date.getTime() > now.getTime() + MAX_SKEW_MS) throw accessDenied('Request is not yet valid');
  if (now > expires)
    throw accessDenied('Request has expired', {
      'X-Amz-Expires': String(expiresSeconds),
      Expires: expires.toISOString(),
      ServerTime: now.toISOString(),
    });
  return {
    accessKeyId,
    scope,
    signedHeaders: new Set(need('X-Amz-SignedHeaders').split(';')),
    signature: need('X-Amz-Signature'),
    date,
    expiresSeconds,
    malformed,
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;

/** The claim of a signed request, in its header. @throws S3Error 400, or 403 when it is stale */
export function headerClaim(request: IncomingMessage, now: Date): Claim {
  const { authorization } = request.headers;
  if (authorization === undefined) throw accessDenied();
  const malformed = (detail: string) =>
    new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; ${detail}`,
    );
  const match = AUTHORIZATION.exec(authorization);
  if (!match)
    throw malformed('the expected form is AWS4-HMAC-SHA256 Credential, SignedHeaders, Signature.');
  const [, credential = '', names = '', signature = ''] = match;
  const [accessKeyId = '', ...scope] = credential.split('/');
  const date = parseDate(String(request.headers['x-amz-date'] ?? ''));
  if (!date) throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(date.getTime() - now.getTime()) > MAX_SKEW_MS)
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      {
        RequestTime: date.toISOString(),
        ServerTime: now.toISOString(),
        MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
      },
    );
  return {
    accessKeyId,
    scope,
    signedHeaders: new Set(names.split(';')),
    signature,
    date,
    expiresSeconds: 0,
    malformed,
  };
}

function parseDate(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return undefined;
  const [, y, mo, d, h, mi, s] = parts;
  const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
