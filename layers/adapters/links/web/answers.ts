import { reasonOfStatus } from '../../../domain/links/http-reasons.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { secondsToWait } from '../../../domain/retry-after.ts';
import type { Answer } from './web.ts';

/** @throws DomainError source_unavailable when the status says that there is nothing to be had */
export function refuseStatus(answer: Answer): void {
  const { status } = answer;
  if (status < 400 && status !== 204) return;
  const reason = reasonOfStatus(status);
  const what = reason === 'unknown' ? `The site of the link answered ${status}` : undefined;
  throw sourceUnavailable(reason, what, {
    cause: new Error(`the site answered ${status}`),
    retryAfterSeconds: pauseAsked(answer),
  });
}

/** Answers by which a site takes back what it gave before. */
const TAKEN_BACK = new Set([401, 402, 403, 404, 410]);

/** Whether a site refuses what it gave a moment ago. */
export const isTakenBack = ({ status }: Answer): boolean => TAKEN_BACK.has(status);

/**
 * As `refuseStatus`, for a file that its site gave a moment ago: the link was right, and nobody had
 * to sign in.
 */
export function refuseAfterwards(answer: Answer): void {
  if (isTakenBack(answer)) throw worksOnce(`answered ${answer.status}`);
  refuseStatus(answer);
}

/** @param instead what the site did when it was asked for the file again */
export const worksOnce = (instead: string) =>
  sourceUnavailable(
    'unavailable',
    `The site gave the file once, and ${instead} when it was asked for it again: the link works only once, or for a short time. A video is asked for more than once; send a link that goes on working.`,
  );

/** The seconds that a site asks to be left alone for; undefined when it asks for none. */
export const pauseAsked = ({ header }: Answer): number | undefined =>
  secondsToWait(header('retry-after'), Date.now());

/** The part that a 206 carries; `total` is undefined when the server does not know it. */
export function rangeOf({ status, header }: Answer) {
  const parts = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header('content-range') ?? '');
  if (status !== 206 || !parts) return undefined;
  const [, first, last, total] = parts;
  const range = { first: Number(first), last: Number(last) };
  return total === '*' ? { ...range, total: undefined } : { ...range, total: Number(total) };
}

/**
 * Whether a part is of another version than the one that was asked to be gone on with. A server may
 * send it all the same: RFC 9110, section 14.2 lets any header about parts be ignored, and 15.3.7.3
 * has the client compare.
 * @param version a strong ETag, or the date of the last change
 */
export function isOfAnother(version: string | undefined, { header }: Answer): boolean {
  if (version === undefined) return false;
  const named = header(version.startsWith('"') ? 'etag' : 'last-modified');
  return named !== undefined && named !== version;
}
