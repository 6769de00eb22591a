import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Ties a form to one authorization and one person's session, so that no other page can send it.
 */
export interface FormSeal {
  make(uid: string, sessionHash: string): string;
  fits(given: string, uid: string, sessionHash: string): boolean;
}

/** @param keys the first makes, each fits */
export function formSeal(keys: readonly string[]): FormSeal {
  const [first = '', ...older] = keys;
  const made = (key: string, uid: string, sessionHash: string) =>
    createHmac('sha256', key).update(`${uid}\n${sessionHash}`).digest('base64url');
  return {
    make: (uid, sessionHash) => made(first, uid, sessionHash),
    fits: (given, uid, sessionHash) =>
      [first, ...older].some((key) => {
        const [a, b] = [Buffer.from(made(key, uid, sessionHash)), Buffer.from(given)];
        return a.length === b.length && timingSafeEqual(a, b);
      }),
  };
}
