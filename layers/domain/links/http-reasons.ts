import type { SourceReason } from '../errors.ts';

const OF_STATUS: Readonly<Record<number, SourceReason>> = {
  204: 'empty',
  401: 'auth',
  402: 'auth',
  403: 'auth',
  404: 'unavailable',
  407: 'unknown',
  410: 'unavailable',
  // LinkedIn's and others' answer to robots.
  999: 'bot',
  420: 'ratelimit',
  429: 'ratelimit',
  451: 'geo',
  // Cloudflare: the site's own rule refuses the country or the address.
  1009: 'geo',
  1020: 'bot',
};

/**
 * Why a site answered with a status other than success. What is wrong at the site itself (5xx) is
 * unknown: the video may be there again in a minute.
 */
export const reasonOfStatus = (status: number): SourceReason => OF_STATUS[status] ?? 'unknown';

interface Page {
  /** Where it was found, after all redirects. */
  readonly url: string;
  readonly title: string | null;
  readonly html: string;
}

/**
 * Checks that stand between a visitor and a page. In order: a check may be shown on a page to sign
 * in.
 */
const CHECKS: readonly [reason: SourceReason, where: keyof Page, sign: RegExp][] = [
  [
    'bot',
    'title',
    /^(?:just a moment|attention required|are you a (?:human|robot)|robot check|access denied|pardon our interruption|security check|verify(?:ing)? you are (?:a )?human|one more step|checking your browser)/i,
  ],
  [
    'bot',
    'html',
    /\/cdn-cgi\/challenge-platform\/|captcha-delivery\.com|_Incapsula_Resource|px-captcha|window\._pxAppId|id="challenge-(?:form|running)"|awsWafCookieDomainList/i,
  ],
  ['bot', 'url', /\/\/(?:www\.)?google\.[a-z.]+\/sorry\/|\/captcha(?:[/?]|$)|\/sorry\/index/i],
  ['bot', 'url', /^https?:\/\/(?:consent|guce)\.|\/consent(?:[/?]|$)|\/cookie[-_]?wall/i],
  ['bot', 'title', /^before you continue/i],
  [
    'auth',
    'url',
    /\/(?:accounts\/)?(?:log|sign)[-_]?in(?:\.php|\.aspx)?\/?(?:[?#]|$)|\/\/(?:login|signin|accounts|auth|sso|idp)\.|\/(?:checkpoint|authwall|oauth2?\/authorize)(?:[/?]|$)/i,
  ],
  ['auth', 'title', /^(?:log ?in|sign ?in|login required|please (?:log|sign) in)\b/i],
  [
    'geo',
    'title',
    /not available in your (?:country|region|area|location)|geo-?(?:blocked|restricted)/i,
  ],
];

/**
 * What a page stands for that came with status 200 in the place of the one asked for: a sign-in, a
 * check for robots, a question for consent. Undefined for a page that is none of these. Ask only
 * where no video was found on it.
 */
export function reasonOfPage(page: Page): SourceReason | undefined {
  return CHECKS.find(([, where, sign]) => sign.test(page[where]?.trim() ?? ''))?.[0];
}
