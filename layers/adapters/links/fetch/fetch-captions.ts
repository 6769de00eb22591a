import type { CaptionOffer, FetchedMedia } from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseHls } from '../stream/hls.ts';
import { leftNotes, lostNotes } from '../web/caption-notes.ts';
import { wholeAgain } from '../web/open-again.ts';
import type { Web } from '../web/web.ts';
import { type Anchor, anchorOf, later, secondsBetween } from './caption-clock.ts';

const MAX_OFFERS = 12;
const MAX_CAPTION_BYTES = 5_000_000;
const MAX_SEGMENTS = 2000;

const HEAD = /^\ufeff?WEBVTT[^\n]*\n(?:[^\n]+\n)*/;

/** The captions offered, as far as they can be had whole; notes name the others. */
export async function fetchCaptions(
  web: Web,
  offers: readonly CaptionOffer[],
  signal: AbortSignal,
): Promise<Pick<FetchedMedia, 'captions' | 'notes'>> {
  const captions: FetchedMedia['captions'][number][] = [];
  const lost: CaptionOffer['language'][] = [];
  const asked = offers.slice(0, MAX_OFFERS);
  for (const { address, language, format } of asked) {
    try {
      const text = await captionText(web, address, signal);
      if (text === undefined) lost.push(language);
      else if (text !== '') captions.push({ language, format, text });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DomainError)) throw error;
      lost.push(language);
    }
  }
  // Some are offered at two sites.
  const without = lost.filter((language) => !captions.some((had) => had.language === language));
  return { captions, notes: [...lostNotes(without), ...leftNotes(offers, asked)] };
}

/** @returns an empty text where nothing is said; undefined where a part cannot be had */
async function captionText(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const first = await textAt(web, address, signal);
  if (!first || !/^\s*#EXTM3U/.test(first.text)) return first?.text;
  const { segments } = parseHls(first.text, first.url);
  if (segments.length > MAX_SEGMENTS) return undefined;
  const parts: string[] = [];
  let begin: Anchor | undefined;
  let size = 0;
  for (const segment of segments) {
    const part = await textAt(web, segment, signal);
    if (!part || size + part.text.length > MAX_CAPTION_BYTES) return undefined;
    size += part.text.length;
    const anchor = anchorOf(part.text);
    begin ??= anchor;
    // Each part repeats the head of the file, and cues that reach into it.
    const cues = part.text.replace(HEAD, '').trim();
    parts.push(anchor && begin ? later(cues, secondsBetween(begin, anchor)) : cues);
  }
  const cues = parts.flatMap((part) => part.split(/\n{2,}/)).filter((cue) => cue !== '');
  return cues.length > 0 ? `WEBVTT\n\n${[...new Set(cues)].join('\n\n')}\n` : '';
}

async function textAt(web: Web, address: string, signal: AbortSignal) {
  const { answer, bytes } = await wholeAgain(web, address, MAX_CAPTION_BYTES, { signal });
  if (answer.status !== 200) return undefined;
  return { url: answer.url, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}
