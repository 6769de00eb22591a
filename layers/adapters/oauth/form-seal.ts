import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Ties a form to one authorization and one person's session, so that no other page can send it.
 */
export interface FormSeal {
  make(uid: string, sessionHash: string): string;
  fits(given: string, uid: string, sessionHash: string): boolean;
}

export function formSeal(key: string): FormSeal {
  const make = (uid: string, sessionHash: string) =>
    createHmac('sha256', key).update(`${uid}\n${sessionHash}`).digest('base64url');
  return {
    make,
    fits(given, uid, sessionHash) {
      const [a, b] = [Buffer.from(make(uid, sessionHash)), Buffer.from(given)];
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}
