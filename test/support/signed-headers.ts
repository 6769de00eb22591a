import { SignatureV4 } from '@smithy/signature-v4';
import type { EngineAccess } from '../../local/engine-access.ts';
import { SigningHash } from '../../local/object-store/signing-hash.ts';

interface Signing extends EngineAccess {
  readonly service: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly date?: Date | undefined;
  /** False leaves the header with the hash of the body out, as some clients do. */
  readonly hashHeader?: boolean | undefined;
}

/** The headers of a request to an AWS service, signed. */
export async function signedHeaders(
  { protocol, hostname, host, pathname, searchParams }: URL,
  { service, method = 'POST', headers, body = '', date, hashHeader = true, ...access }: Signing,
): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    ...access,
    service,
    sha256: SigningHash,
    applyChecksum: hashHeader,
    uriEscapePath: service !== 's3',
  });
  const query = Object.fromEntries(searchParams);
  const request = { method, protocol, hostname, path: pathname, query, body };
  const signed = await signer.sign(
    { ...request, headers: { host, ...headers } },
    date ? { signingDate: date } : {},
  );
  return signed.headers;
}
