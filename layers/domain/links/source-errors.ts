import { type ApiError, DomainError, type SourceReason } from '../errors.ts';
import { MOST_WAIT_SECONDS } from '../retry-after.ts';

interface Wording {
  readonly message: string;
  readonly alternative: string;
}

const UPLOAD =
  'If you have the file, or may fetch it yourself, upload it (POST /v1/uploads) and send its id in the place of the link.';

/**
 * No reason has a suggestion: what would work is a file or a wait, and neither is a member of the
 * request.
 */
const WORDINGS: Readonly<Record<SourceReason, Wording>> = {
  unavailable: {
    message: 'There is no such video any more, or not yet: it was removed, or the link is wrong.',
    alternative: `Open the link in a browser to see whether it still plays. ${UPLOAD}`,
  },
  auth: {
    message: 'The video is only shown to people who are signed in, or who were let in.',
    alternative: `The service signs in nowhere; a repeat gives the same answer. ${UPLOAD}`,
  },
  geo: {
    message: 'The video is not shown in the country that this service calls from.',
    alternative: `A repeat gives the same answer. ${UPLOAD}`,
  },
  no_video: {
    message:
      'There is no video at the link, such as a page of text, or an advert that is a still picture.',
    alternative:
      'There is nothing to retry. If the video is on another page, send the link of that page or of the media file itself.',
  },
  empty: {
    message:
      'The site answered with a page that holds nothing: its media was not ready, or not given out.',
    alternative: `Wait some minutes, then send the same call again. ${UPLOAD}`,
  },
  bot: {
    message:
      'The site took this service for a robot and asked it to prove otherwise, which it does not do.',
    alternative: `It may answer again later, but a repeat at once will not help. ${UPLOAD}`,
  },
  ratelimit: {
    message: 'The site asks for fewer calls from this service.',
    alternative: `Wait at least some minutes, then send the same call again. ${UPLOAD}`,
  },
  unknown: {
    message: 'The video could not be fetched, and the site did not say why.',
    alternative: `Send the same call once more later; if that fails, send the link of the media file itself. ${UPLOAD}`,
  },
};

/** Whether a link that failed so may be there again by itself, after a wait. */
export const isWorthWaiting = ({ type, reason = '' }: ApiError): boolean =>
  type === 'source_unavailable' && ['ratelimit', 'bot', 'empty'].includes(reason);

interface More {
  /** When the site said how long to wait. */
  readonly retryAfterSeconds?: number | undefined;
  /** What else may be behind it, as a whole sentence. */
  readonly note?: string | undefined;
  /** For the log. */
  readonly cause?: unknown;
}

/**
 * The one answer to a link whose video cannot be had. Nothing is charged for it.
 * @param what what is known beyond the reason, in our words: it takes the place of the reason's own
 * sentence
 */
export function sourceUnavailable(
  reason: SourceReason,
  what?: string,
  { retryAfterSeconds, note, cause }: More = {},
): DomainError {
  const { message, alternative } = WORDINGS[reason];
  const pause =
    retryAfterSeconds === undefined
      ? ''
      : ` It asked for a pause of ${lasting(retryAfterSeconds)}.`;
  const aside = note === undefined ? '' : ` ${note}`;
  return new DomainError(
    'source_unavailable',
    `${what === undefined ? message : sentence(what)}${pause}${aside} Nothing was charged.`,
    { reason, alternative, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    cause === undefined ? undefined : { cause },
  );
}

/** Of a link to a file that came without a byte: the site may still be writing it. */
export const emptyAtSite = (): DomainError =>
  sourceUnavailable('empty', 'The file at the link is empty: its site sent 0 bytes.');

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

const HOUR = 3600;
const DAY = 24 * HOUR;
/** From so many of a unit on, it is the one that is told. */
const LEAST = 2;

function lasting(seconds: number): string {
  if (seconds >= MOST_WAIT_SECONDS) return 'a year or more';
  if (seconds >= LEAST * DAY) return `${Math.ceil(seconds / DAY)} days`;
  if (seconds >= LEAST * HOUR) return `${Math.ceil(seconds / HOUR)} hours`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
