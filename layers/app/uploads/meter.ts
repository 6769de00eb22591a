import { DomainError } from '../../domain/errors.ts';
import { OVER_THE_PLAN } from '../../domain/uploads/large-files.ts';

/**
 * Counts bytes as they pass.
 * @throws DomainError invalid_request with reason body_too_large, from the iteration, past the
 * limit
 */
export function meter(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { bytes: AsyncIterable<Uint8Array>; count: () => number } {
  let count = 0;
  const pass = async function* () {
    for await (const chunk of bytes) {
      count += chunk.byteLength;
      requireWithin(count, maxBytes);
      yield chunk;
    }
  };
  return { bytes: pass(), count: () => count };
}

/** @throws DomainError invalid_request with reason body_too_large */
export function requireWithin(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new DomainError(
    'invalid_request',
    `The file is larger than the ${maxBytes} bytes that the plan takes in one upload.`,
    {
      reason: 'body_too_large',
      alternative: OVER_THE_PLAN,
    },
  );
}
