import type { Window } from '../../window.ts';
import type { Facts } from './facts.ts';
import { NEAR } from './named-stretch.ts';
import { CAPITALS, holdsPhrase, wordsOf } from './phrase.ts';

/** A stretch that is named by words which are written, or said, in it. */
export interface WordedStretch {
  readonly near: boolean;
  /** "after", "while", in lower case. */
  readonly where: string;
  readonly span: Window;
  /** The words of the question that name it. */
  readonly words: string;
}

const WHERE = String.raw`\b(?<near>${NEAR}\s+)?(?<where>after|before|until|since|during|while|when|at the (?:time|moment)(?: (?:when|that|of))?)\s+`;
const QUOTED = String.raw`["\u201c\u201e\u00ab][^"\u201c\u201d\u00ab\u00bb]+["\u201d\u00bb]|['\u2018][^'\u2018\u2019]+['\u2019](?![\p{L}\p{N}])`;
const IS = '(?:is|are|was|were|gets?)(?: still| being| first)?';
const SAID = '(?:said|mentioned|spoken|heard)';
const SEEN = '(?:shown|visible|seen|written|there|displayed|on(?: the)? screen)';
const COMES = String.raw`\b(?:appears?|comes? up|pops up|shows? up)`;
const GOES = String.raw`\b(?:disappears?|vanish(?:es)?|goes away|is gone)`;
const SPEAKER =
  '(?:he|she|it|they|(?:some|any)(?:body|one)|the (?:speaker|narrator|voice|m[ae]n|wom[ae]n|person))';

const FORMS: readonly RegExp[] = [
  // "while EXIT is on screen", "after "We sail" is said", "before the word storm"
  new RegExp(
    String.raw`${WHERE}(?:the\s+)?(?:(?:words?|texts?|title|lines?|caption|sign|phrase|name|slide)\s+)?` +
      String.raw`(?<name>${QUOTED}|${CAPITALS.source}|(?<=\bwords?\s+)[\p{L}\p{N}]+)` +
      String.raw`(?<verb>\s+(?:${IS} ${SAID}|${IS} ${SEEN}|${COMES}|${GOES})(?![\p{L}\p{N}]))?`,
    'u',
  ),
  // "when the storm is mentioned"
  new RegExp(
    String.raw`${WHERE}(?:the\s+|an?\s+)?(?<name>(?:[\p{L}\p{N}-]+\s+){1,4}?)(?<verb>${IS} ${SAID})(?![\p{L}\p{N}])`,
    'iu',
  ),
  // "while he says apple"
  new RegExp(
    String.raw`${WHERE}${SPEAKER}\s+(?<verb>says?|said|mentions?|mentioned|talks? about)\s+(?:the\s+(?:words?\s+)?)?` +
      String.raw`(?<name>${QUOTED}|[\p{L}\p{N}' -]+)(?=\W*$|[,.;?!])`,
    'iu',
  ),
];
const IS_SAID = new RegExp(String.raw`\b(?:${SAID}|says?|mentions?|talks? about)\b`, 'i');
const IS_SEEN = new RegExp(String.raw`\b(?:${SEEN}|${COMES}|${GOES})`, 'i');

/** The stretch that a question names by words, where these are written or said only once. */
export function wordedStretch(question: string, facts: Facts): WordedStretch | undefined {
  // Words in capitals are told from others, but for the first of the question.
  const asked = `${question.charAt(0).toLowerCase()}${question.slice(1)}`;
  for (const form of FORMS) {
    const { 0: matched = '', index = 0, groups = {} } = form.exec(asked) ?? {};
    const words = question.slice(index, index + matched.length);
    const { near, where = '', name = '', verb = '' } = groups;
    const found = onlySpan(wordsOf(name), verb, facts);
    if (!found) continue;
    const [start, end] = found;
    const comes = new RegExp(COMES, 'i').test(verb);
    const goes = new RegExp(GOES, 'i').test(verb);
    const span: Window = [goes ? end : start, comes ? start : end];
    return { near: near !== undefined, where: where.toLowerCase(), span, words };
  }
  return undefined;
}

/** Of a line that holds these words, where there is only one: a written one, else one that is said. */
function onlySpan(
  words: readonly string[],
  verb: string,
  { writing, transcript }: Facts,
): Window | undefined {
  if (words.length === 0) return undefined;
  const holding = (lines: readonly { start: number; end: number; text: string }[] | null) =>
    (lines ?? []).filter(({ text }) => holdsPhrase(wordsOf(text), words));
  const written = IS_SAID.test(verb) ? [] : holding(writing);
  const said =
    IS_SEEN.test(verb) || written.length > 0 || transcript?.speech.is_speech !== true
      ? []
      : holding(transcript.segments);
  const [only, other] = [...written, ...said];
  return only && !other ? [only.start, only.end] : undefined;
}
