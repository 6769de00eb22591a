import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';
import { accessDenied, S3Error } from './s3-error.ts';

/** The one key pair that the store knows. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface VerifyOptions {
  readonly credentials: StoreCredentials;
  readonly region: string;
  readonly now: () => Date;
}

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;

/** SHA-256 as the signer wants it: an HMAC when it is given a key. */
class Sha256 {
  readonly #hash;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytes(key));
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error('a signature hash is used once');
  }
}

function bytes(source: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof source === 'string') return Buffer.from(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/**
 * Checks the AWS Signature Version 4 of a request by signing it again.
 * Answers with the payload hash it was signed with: a hex SHA-256, UNSIGNED-PAYLOAD or a STREAMING-… mode.
 * @throws S3Error 403 or 400, with the codes that S3 uses
 */
export async function verifySignature(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  options: VerifyOptions,
): Promise<string> {
  const inQuery = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (inQuery && request.headers.authorization !== undefined)
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  const claim = inQuery
    ? presignedClaim(query, options.now())
    : headerClaim(request, options.now());
  checkScope(claim, options);
  const signed = signedHeaders(request, claim.signedHeaders);
  const signer = new SignatureV4({
    credentials: options.credentials,
    region: options.region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const unsigned = {
    method: request.method ?? 'GET',
    protocol: 'http:',
    hostname: 'localhost',
    path: canonicalPath(path),
    query: queryBag(query),
  };
  const only = { signingDate: claim.date, signableHeaders: claim.signedHeaders };
  if (inQuery) {
    const payload = query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
    const again = await signer.presign(
      { ...unsigned, headers: { ...signed, 'x-amz-content-sha256': payload } },
      {
        ...only,
        expiresIn: claim.expiresSeconds,
        unhoistableHeaders: new Set([...claim.signedHeaders, 'x-amz-content-sha256']),
        unsignableHeaders: new Set(['x-amz-content-sha256']),
      },
    );
    mustMatch(String(again.query?.['X-Amz-Signature']), claim);
    return payload;
  }
  const payload = request.headers['x-amz-content-sha256'];
  if (typeof payload !== 'string')
    throw new S3Error(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  const again = await signer.sign({ ...unsigned, headers: signed }, only);
  const { authorization = '' } = again.headers;
  mustMatch(/Signature=(\w+)$/.exec(authorization)?.[1], claim);
  return payload;
}

interface Claim {
  readonly accessKeyId: string;
  readonly scope: readonly string[];
  readonly signedHeaders: Set<string>;
  readonly signature: string;
  readonly date: Date;
  readonly expiresSeconds: number;
  readonly malformed: (detail: string) => S3Error;
}

function presignedClaim(query: URLSearchParams, now: Date): Claim {
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

function headerClaim(request: IncomingMessage, now: Date): Claim {
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

function checkScope(claim: Claim, { credentials, region }: VerifyOptions): void {
  const [day, scopeRegion, service, terminator] = claim.scope;
  if (claim.scope.length !== 4 || service !== 's3' || terminator !== 'aws4_request')
    throw claim.malformed(
      'the Credential is mal-formed; expecting "<key>/YYYYMMDD/REGION/s3/aws4_request".',
    );
  if (scopeRegion !== region)
    throw claim.malformed(`the region '${scopeRegion}' is wrong; expecting '${region}'`);
  if (day !== claim.date.toISOString().slice(0, 10).replaceAll('-', ''))
    throw claim.malformed('the Credential date does not match X-Amz-Date.');
  if (claim.accessKeyId !== credentials.accessKeyId)
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      { AWSAccessKeyId: claim.accessKeyId },
    );
}

/** S3 refuses requests whose host or x-amz-* headers are outside the signature. */
function signedHeaders(request: IncomingMessage, names: Set<string>): Record<string, string> {
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !names.has(name),
  );
  // Senders that presign leave the payload hash out of the signed headers.
  const refused = unsigned.filter((name) => name !== 'x-amz-content-sha256');
  if (refused.length > 0)
    throw accessDenied('There were headers present in the request which were not signed', {
      HeadersNotSigned: refused.join(', '),
    });
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}

function mustMatch(expected: string | undefined, claim: Claim): void {
  const [ours, theirs] = [Buffer.from(expected ?? ''), Buffer.from(claim.signature)];
  if (ours.length === theirs.length && timingSafeEqual(ours, theirs)) return;
  throw new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    { AWSAccessKeyId: claim.accessKeyId, SignatureProvided: claim.signature },
  );
}

function parseDate(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return undefined;
  const [, y, mo, d, h, mi, s] = parts;
  const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const strictEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The path encoded once, however the sender wrote it. */
const canonicalPath = (path: string): string => path.split('/').map(strictEncode).join('/');

const GENERATED = new Set(
  ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'].map(
    (name) => `X-Amz-${name}`,
  ),
);

function queryBag(query: URLSearchParams): Record<string, string[]> {
  const bag: Record<string, string[]> = Object.create(null);
  for (const [name, value] of query)
    if (!GENERATED.has(name)) bag[name] = [...(bag[name] ?? []), value];
  return { ...bag };
}
