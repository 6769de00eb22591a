import { z } from 'zod';
import { DomainError } from '../domain/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { soleHeaderOf } from './header.ts';

/** Whether the calls of a body are told apart by an idempotency key. */
export const takesIdempotencyKey = (body: z.ZodType | undefined): boolean =>
  body instanceof z.ZodObject && Object.hasOwn(body.shape, 'idempotency_key');

/**
 * The body with the key of an `Idempotency-Key` header, plain or as a quoted string, where it has
 * none of its own: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 * @throws DomainError invalid_request where both are sent and differ, or the header twice
 */
export function withIdempotencyKey(body: unknown, event: ApiEvent): unknown {
  const header = textOf(soleHeaderOf(event, 'Idempotency-Key')?.trim());
  if (header === undefined || typeof body !== 'object' || body === null) return body;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  const own = 'idempotency_key' in body ? body.idempotency_key : undefined;
  if (own !== undefined && own !== key) {
    throw new DomainError(
      'invalid_request',
      'The header Idempotency-Key and the field `idempotency_key` differ. Send one of them, or the same in both.',
      { reason: 'idempotency_mismatch' },
    );
  }
  return { ...body, idempotency_key: key };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A header as its sender wrote it. Where each byte came as a character, bytes that are UTF-8 are read
 * as such, so that a key is the same one in a header and in a body.
 */
function textOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'latin1');
  if (bytes.toString('latin1') !== header) return header;
  try {
    return UTF8.decode(bytes);
  } catch {
    return header;
  }
}
