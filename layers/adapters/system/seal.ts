import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Seal } from '../../app/ports/uploads/tickets.ts';

/**
 * Signs with HMAC-SHA-256: `<text in base64url>.<signature in base64url>`. What is signed is the
 * encoded text and signatures are compared as written, so no character can stand for another.
 */
export function hmacSeal(secret: string): Seal {
  const signature = (encoded: string) =>
    createHmac('sha256', secret).update(encoded).digest('base64url');
  return {
    seal(text) {
      const encoded = Buffer.from(text, 'utf8').toString('base64url');
      return `${encoded}.${signature(encoded)}`;
    },
    open(sealed) {
      const [encoded = '', given = '', ...more] = sealed.split('.');
      const [a, b] = [Buffer.from(signature(encoded)), Buffer.from(given)];
      if (more.length > 0 || a.length !== b.length || !timingSafeEqual(a, b)) return undefined;
      return Buffer.from(encoded, 'base64url').toString('utf8');
    },
  };
}
