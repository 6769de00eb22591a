import { parse } from 'content-disposition';
import type { FoundMedia } from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { emptyAtSite, sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { cameraRawRefusal, titleOf } from '../../../domain/uploads/upload-name.ts';
import { findStream } from '../stream/find-stream.ts';
import { MAX_PLAYLIST_BYTES } from '../stream/stream.ts';
import { rangeOf, refuseStatus } from '../web/answers.ts';
import { headerText } from '../web/header-text.ts';
import { openAgain, wholeAgain } from '../web/open-again.ts';
import { isMediaType, sniff } from '../web/sniff.ts';
import { isPacked } from '../web/unpacked.ts';
import { type Answer, type Read, readingOf, type Web } from '../web/web.ts';

/** Enough to tell what a file is. */
const LOOK_BYTES = 16 * 1024;
const MAX_PAGE_BYTES = 5_000_000;
/** Types under which anything may lie, manifests that others can read among them. */
const UNTOLD = /^$|octet-stream|xml|^(video|audio)\//;

/** A page that may lead to media. */
export interface Page {
  /** Where it came from, after redirects. */
  readonly address: string;
  readonly html: Buffer;
  readonly contentType: string;
  /** Whether that address alone does not lead to it. */
  readonly withCookies: boolean;
}

/** What an address answers. What is refused was seen, and is the same however it is fetched. */
export type Looked =
  | { readonly found: FoundMedia }
  | { readonly page: Page }
  /** It redirects to an address that is not to be followed. */
  | { readonly elsewhere: string }
  | { readonly refused: DomainError };

/**
 * Looks at what an address answers, by its first bytes: media, or a page to read.
 * @param stopAt redirects that are not followed
 * @throws DomainError source_unavailable when it gives nothing to judge
 */
export async function look(
  web: Web,
  address: string,
  signal: AbortSignal,
  stopAt?: (address: string) => boolean,
): Promise<Looked> {
  const headers = { range: `bytes=0-${LOOK_BYTES - 1}`, 'accept-encoding': 'identity' };
  const answer = await openAgain(web, address, { headers, signal, stopAt });
  if (answer.stopped) return { elsewhere: answer.url };
  if (answer.status === 416) {
    // An empty file has no first byte to give, and its site says so; others give no parts.
    if (answer.header('content-range') === 'bytes */0') return { refused: emptyAtSite() };
    throw sourceUnavailable('empty');
  }
  const reading = readingOf(answer);
  try {
    refuseStatus(answer);
    const begun = await reading.upTo(LOOK_BYTES);
    const { bytes } = begun;
    const { kind, contentType } = await sniff(bytes, answer.header('content-type'));
    const mayBeRaw = kind === 'media' || kind === 'other';
    const raw = mayBeRaw ? cameraRawRefusal(fileName(answer)) : undefined;
    if (raw) return { refused: raw };
    if (kind === 'media') return { found: fileAt(answer, address) };
    if (bytes.length === 0 && isMediaType(contentType)) return { refused: emptyAtSite() };
    if (bytes.length === 0) throw sourceUnavailable('empty');
    if (kind === 'image' || kind === 'other') {
      const refused = noVideo(kind, contentType);
      if (kind === 'other' && UNTOLD.test(contentType)) throw refused;
      return { refused };
    }

    const most = kind === 'page' ? MAX_PAGE_BYTES : MAX_PLAYLIST_BYTES;
    const text = await rest(begun, kind === 'page', most);
    if (kind === 'page') {
      const declared = answer.header('content-type') ?? contentType;
      const { url, withCookies } = answer;
      return { page: { address: url, html: text, contentType: declared, withCookies } };
    }
    const found = await streamIn(text.toString('utf8'), kind);
    if ('refused' in found) return found;
    return { found: { ...found, title: titleFrom(answer), ...foundAt(answer) } };
  } finally {
    reading.close();
  }

  async function streamIn(text: string, kind: 'hls' | 'dash') {
    try {
      return await findStream(web, { kind, text, address: answer.url }, signal);
    } catch (error) {
      if (error instanceof DomainError && !signal.aborted) return { refused: error };
      throw error;
    }
  }

  /**
   * Playlists and pages are wanted whole; a server that gave the part it was asked for is asked
   * again, and one that broke off, unless it is in a page, whose beginning tells much.
   */
  async function rest(begun: Read, maySuffice: boolean, most: number) {
    const total = answer.status === 206 ? rangeOf(answer)?.total : undefined;
    if (begun.whole && (total === undefined || total <= begun.bytes.length)) return begun.bytes;
    if (answer.status !== 206) {
      const { bytes, broken } = await reading.upTo(most);
      if (broken === undefined || maySuffice) return bytes;
    }
    const again = await wholeAgain(web, answer.url, most, { signal });
    refuseStatus(again.answer);
    return again.bytes;
  }
}

/** An address that cookies led to is not where somebody else finds it. */
const foundAt = ({ url, withCookies }: Answer) => (withCookies ? {} : { foundAt: url });

/** @param asked the address that led there: where cookies did, it has to be asked for again */
function fileAt(answer: Answer, asked: string): FoundMedia {
  // Lengths and parts of what is packed are not those of the file.
  const packed = isPacked(answer);
  const range = packed ? undefined : rangeOf(answer);
  const declared = Number(answer.header('content-length') ?? Number.NaN);
  const whole = answer.status === 200 && !packed && Number.isInteger(declared) ? declared : null;
  const address = answer.withCookies ? asked : answer.url;
  return {
    place: {
      kind: 'file',
      address,
      ...(address !== asked && { askedAt: asked }),
      bytes: range?.total ?? whole,
      // Reading here and there needs to know where the end is.
      ranges: range?.first === 0 && range.total !== undefined,
    },
    title: titleFrom(answer),
    language: null,
    captions: [],
    notes: [],
    ...foundAt(answer),
  };
}

const titleFrom = (answer: Answer): string | null => titleOf(fileName(answer));

/** The file name that the server gives (RFC 6266), else the last of its path. */
function fileName({ header, url }: Answer): string {
  const { parameters } = parse(headerText(header('content-disposition') ?? ''));
  const given: string | undefined = parameters['filename'];
  return given ?? decoded(new URL(url).pathname.split('/').at(-1) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const noVideo = (kind: 'image' | 'other', contentType: string) =>
  sourceUnavailable(
    'no_video',
    kind === 'image'
      ? 'The link leads to a still picture.'
      : `The link leads to a file that is no video${contentType && ` (${contentType.slice(0, 60)})`}.`,
  );
