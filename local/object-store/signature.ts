import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';
import type { EngineAccess } from '../engine-access.ts';
import { accessDenied, S3Error } from './s3-error.ts';
import { type Claim, headerClaim, presignedClaim } from './signature-claim.ts';
import { SigningHash } from './signing-hash.ts';

interface VerifyOptions extends EngineAccess {
  readonly now: () => Date;
  readonly service?: 's3' | 'sqs' | 'lambda';
  /**
   * SHA-256 of the body in hex, where it is read before; what its header says counts for nothing
   * then.
   */
  readonly payload?: string;
}

/**
 * Checks the AWS Signature Version 4 of a request by signing it again. Answers with the payload
 * hash it was signed with: a hex SHA-256, UNSIGNED-PAYLOAD or a STREAMING-… mode.
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
    service: options.service ?? 's3',
    sha256: SigningHash,
    // Every service but S3 signs its path as it is sent, encoded once more.
    uriEscapePath: options.service === 'lambda',
    applyChecksum: false,
  });
  const unsigned = {
    method: request.method ?? 'GET',
    protocol: 'http:',
    hostname: 'localhost',
    path: options.service === 'lambda' ? path : canonicalPath(path),
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
  const payload = options.payload ?? request.headers['x-amz-content-sha256'];
  if (typeof payload !== 'string')
    throw new S3Error(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  // The signer takes the hash of the body from this header, which the sender may have left out.
  const hashHeader = 'x-amz-content-sha256';
  const unsignable = claim.signedHeaders.has(hashHeader) ? [] : [hashHeader];
  const again = await signer.sign(
    { ...unsigned, headers: { ...signed, [hashHeader]: payload } },
    { ...only, unsignableHeaders: new Set(unsignable) },
  );
  const { authorization = '' } = again.headers;
  mustMatch(/Signature=(\w+)$/.exec(authorization)?.[1], claim);
  return payload;
}

function checkScope(claim: Claim, { credentials, region, service = 's3' }: VerifyOptions): void {
  const [day, scopeRegion, scopeService, terminator] = claim.scope;
  if (claim.scope.length !== 4 || scopeService !== service || terminator !== 'aws4_request')
    throw claim.malformed(
      `the Credential is mal-formed; expecting "<key>/YYYYMMDD/REGION/${service}/aws4_request".`,
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
