import { DomainError } from '../errors.ts';

/** As long as the field `url` may be. */
const MAX_CHARACTERS = 4096;

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/**
 * Encoded NUL and line breaks: no address of a video has them, and a program behind us might decode
 * them.
 */
const ENCODED_CONTROL = /%(?:00|0a|0d)/i;
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;
/** A file, though `talk.mov` might be a host too. */
const FILE_NAME = /^[^/?#]+\.(?:avi|flv|m2ts|m4v|mkv|mov|mpeg|mpg|mts|mxf|ts|webm|wmv)$/i;
const BARE_HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i;

/**
 * Reads a link that somebody sent, strictly: whatever another parser might read differently is
 * refused.
 * @throws DomainError invalid_request, naming `url`
 */
export function readUrl(text: string): URL {
  const link = text.replace(/^ +| +$/g, '');
  if (link === '') throw refusal('is empty');
  if (link.length > MAX_CHARACTERS) throw refusal(`is longer than ${MAX_CHARACTERS} characters`);
  if (CONTROL.test(link) || ENCODED_CONTROL.test(link)) {
    throw refusal('holds a line break or another control character');
  }
  if (link.startsWith('-')) throw refusal('starts with a dash');
  if (link.includes('\\')) throw refusal('holds a backslash');

  const authority = AUTHORITY.exec(link)?.[1];
  if (authority === undefined || authority === '') {
    throw BARE_HOST.test(link) && !FILE_NAME.test(link) && URL.canParse(`https://${link}`)
      ? refusal('does not say http or https', { url: `https://${link}` })
      : refusal('is no http or https link');
  }
  if (authority.includes('@')) throw refusal('carries a user name or password');
  if (!URL.canParse(link)) throw refusal('is not a valid link');
  const url = new URL(link);
  // `example.com.` and `example.com` are one host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  return url;
}

function refusal(what: string, suggestion?: { url: string }): DomainError {
  return new DomainError(
    'invalid_request',
    `\`url\` ${what}. Send an http or https link to a page or a media file, such as https://example.com/talk.mp4, or the id of an upload.`,
    suggestion ? { suggestion } : {},
  );
}
