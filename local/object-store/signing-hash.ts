import { createHash, createHmac } from 'node:crypto';

/** SHA-256 as the signer of the AWS SDK wants it: an HMAC when it is given a key. */
export class SigningHash {
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
