import { DomainError } from '../../domain/errors.ts';

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
      if (count > maxBytes) {
        throw new DomainError(
          'invalid_request',
          `The file is larger than the ${maxBytes} bytes that the plan takes in one upload.`,
          {
            reason: 'body_too_large',
            alternative:
              'POST /v1/uploads/direct gives an address that takes large files, up to the limit of the plan.',
          },
        );
      }
      yield chunk;
    }
  };
  return { bytes: pass(), count: () => count };
}
