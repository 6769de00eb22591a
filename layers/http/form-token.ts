import { createHash, timingSafeEqual } from 'node:crypto';
import { html } from './html.ts';

const FIELD = 'form_token';

const tokenOf = (visitor: string): string =>
  createHash('sha256').update(`form ${visitor}`).digest('base64url');

/**
 * A hidden field that proves that a form came from a page of ours: it is derived from a cookie
 * that no other site can read or set. Browsers send `Origin: null` with forms of pages that send
 * no referrer, so the header cannot tell.
 * @param visitor the secret in the browser's cookie
 */
export const formToken = (visitor: string) =>
  html`<input type="hidden" name="${FIELD}" value="${tokenOf(visitor)}">`;

/** True for a form that carries the token of the browser that sent it. */
export const bearsToken = (
  form: Readonly<Partial<Record<string, string>>>,
  visitor: string | undefined,
): boolean => {
  if (visitor === undefined) return false;
  const [sent, own] = [Buffer.from(form[FIELD] ?? ''), Buffer.from(tokenOf(visitor))];
  return sent.length === own.length && timingSafeEqual(sent, own);
};
