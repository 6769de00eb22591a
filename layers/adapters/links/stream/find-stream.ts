import type { FoundMedia } from '../../../app/ports/links/links.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { refuseStatus } from '../web/answers.ts';
import { inBrackets, languagesIn } from '../web/language-names.ts';
import { type Element, elementsOf } from '../web/markup.ts';
import { sniff } from '../web/sniff.ts';
import type { Web } from '../web/web.ts';
import { parseDash } from './dash.ts';
import { parseHls } from './hls.ts';
import { noSuchPlaylist, ofPeriods } from './stream-errors.ts';
import { variantThere } from './variant-there.ts';

/**
 * Reads a playlist or manifest far enough to say that it can be had.
 * @throws DomainError source_unavailable: live without end, locked, or of periods that are not read
 */
export async function findStream(
  web: Web,
  listing: Listing & { readonly kind: 'hls' | 'dash' },
  signal: AbortSignal,
): Promise<FoundMedia> {
  return listing.kind === 'hls' ? findHls(web, listing, signal) : findDash(listing);
}

/** A playlist or manifest, and where it came from. */
interface Listing {
  readonly text: string;
  readonly address: string;
}

async function findHls(
  web: Web,
  { text, address }: Listing,
  signal: AbortSignal,
): Promise<FoundMedia> {
  const master = parseHls(text, address);
  if (master.locked) throw locked();
  if (master.variants.length === 0) {
    if (!master.isStream) throw listOfFiles();
    if (!master.ended) throw live();
    if (master.segments.length === 0) throw sourceUnavailable('empty');
    return stream(address);
  }
  const { variant, answer, bytes, isLess } = await variantThere(web, master.variants, signal);
  if (answer.status === 429 || answer.status >= 500) refuseStatus(answer);
  const media = bytes.toString('utf8');
  const { kind } = await sniff(bytes, answer.header('content-type'));
  if (answer.status !== 200 || kind !== 'hls') {
    throw noSuchPlaylist();
  }
  const chosen = parseHls(media, answer.url);
  if (chosen.variants.length > 0) {
    throw sourceUnavailable(
      'unavailable',
      'The playlist at the link names another that only names further ones.',
    );
  }
  if (chosen.locked) throw locked();
  if (!chosen.ended) throw live();
  // One playlist that holds picture and sound spares opening every other variant of the ladder.
  const found = stream(variant.sound === null ? answer.url : address);
  const notes = [...(isLess ? [LESS_NOTE] : []), ...soundNotes(variant.languages)];
  return { ...found, captions: master.captions, notes };
}

const LESS_NOTE =
  'The best picture that the stream offers is not there; a smaller or coarser one was read.';

const soundNotes = (languages: readonly string[]): string[] =>
  languages.length < 2
    ? []
    : [
        `The stream offers its sound in several languages${inBrackets(languages)}: only the one that players begin with is heard.`,
      ];

function findDash({ text, address }: Listing): FoundMedia {
  const names = ['MPD', 'Period', 'ContentProtection', 'AdaptationSet', 'Representation'];
  const { elements } = elementsOf(text, { kept: names }, { xml: true });
  const has = (name: string) => elements.some((element) => element.name === name);
  const [manifest] = elements;
  if (manifest?.attributes['type'] === 'dynamic') throw live();
  if (has('ContentProtection')) throw locked();
  if (!has('Representation')) throw sourceUnavailable('empty');
  // ffmpeg reads the longest period alone, and tells of no other.
  const isOne = elements.filter(({ name }) => name === 'Period').length === 1;
  if (!isOne && !parseDash(text, address)) throw ofPeriods();
  return { ...stream(address), notes: soundNotes(soundLanguages(elements)) };
}

/** Languages of the sounds of a manifest, by its elements in their order. */
function soundLanguages(elements: readonly Pick<Element, 'name' | 'attributes'>[]): string[] {
  const languages: (string | undefined)[] = [];
  let set: Element['attributes'] = {};
  for (const { name, attributes } of elements) {
    if (name === 'AdaptationSet') set = attributes;
    if (name !== 'Representation') continue;
    const type = `${set['contentType']} ${set['mimeType']} ${attributes['mimeType']}`;
    if (/\baudio\b/.test(type)) languages.push(set['lang']);
  }
  return languagesIn(languages);
}

const stream = (address: string): FoundMedia => ({
  place: { kind: 'stream', address },
  title: null,
  language: null,
  captions: [],
  notes: [],
});

const listOfFiles = () =>
  sourceUnavailable(
    'unavailable',
    'The link leads to a list of files (M3U) and to no stream. Send the link of one of them.',
  );

const live = () =>
  sourceUnavailable(
    'unavailable',
    'This is a live stream that has no end yet. Send its recording once it is over.',
  );

const locked = () =>
  sourceUnavailable(
    'unavailable',
    'This stream is protected by rights management and opens in licensed players only.',
  );
