import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Seal } from '../../app/ports/uploads/tickets.ts';

const ALGORITHM = 'aes-256-gcm';
/** https://csrc.nist.gov/pubs/sp/800/38/d/final: nonces of 96 bits, tags of 128. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with AES-256-GCM: `base64url(nonce, tag, text)`. Nobody else reads the text, which names
 * where webhooks go. Only the one way of writing the same bytes is taken, so no character can
 * stand for another.
 * @param secrets the first seals, each opens
 */
export function gcmSeal(...secrets: readonly string[]): Seal {
  const [key = Buffer.alloc(0), ...older] = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'upload tickets', 32)),
  );
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const begins = NONCE_BYTES + TAG_BYTES;
      if (bytes.length < begins || bytes.toString('base64url') !== sealed) return undefined;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      for (const tried of [key, ...older]) {
        const cipher = createDecipheriv(ALGORITHM, tried, nonce, { authTagLength: TAG_BYTES });
        cipher.setAuthTag(bytes.subarray(NONCE_BYTES, begins));
        try {
          return cipher.update(bytes.subarray(begins), undefined, 'utf8') + cipher.final('utf8');
        } catch {
          // Changed, or sealed with another secret.
        }
      }
      return undefined;
    },
  };
}
