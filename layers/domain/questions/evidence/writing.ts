import type { Missing } from '../settle-answer.ts';
import type { FactSentence, Facts, Rank } from './facts.ts';
import { capitalsOf, holdsPhrase, phraseOf, wordsOf } from './phrase.ts';
import { picked } from './pick.ts';
import { quoted } from './quoted.ts';
import { subjectOf } from './subject.ts';

/** Asks how something looks, or where on the screen, that is told by its words alone. */
export const ASKS_LOOK =
  /\b(colou?rs?|coloured|fonts?|typefaces?|corners?)\b|\b(at|in|on|near|along) the (very )?(top|bottom|left|right|upper|lower|(middle|cent(er|re)) of the (screen|picture|frame|image))\b(?! of the (video|clip|film))|\bwhere (is|are|was|were) .*\b(placed|located|positioned)\b/i;

/**
 * Words of a question that ask for what is written on the screen. Somebody or something may be on
 * it too, so what is there, or something that is written, has to be asked for.
 */
const ASKS_WRITING =
  /\b(writ(ten|ing)|text|on-screen|(what|anything|something|everything)(['\u2019]?s| (is|are|was|were|else|there|stands?|appears?|comes?( up)?|can|be|seen|read|shown|displayed|visible|do|we|you|i|see))* on( the)? screen|(names?|numbers?|dates?|words?|messages?|slogans?|quotes?|lines?)\b.* on( the)? screen|reads?|letter(s|ing)?|signs?|headlines?|subtitles?|captions?|credits|typed|spell(s|ed)?|shown as text)\b/i;

/** Asks what something that is written says, and not somebody. */
const ASKS_WHAT_WRITING_SAYS =
  /\b(titles?|slides?|pages?|screens?|(white|black)?boards?|bullet points?|overlays?|lower thirds?|logos?|banners?|captions?|signs?|labels?|posters?|headlines?|(title|end) cards?|credits|text|writing|words(?= on (the )?(screen|picture|image|video)))( (on|in|at) (the )?\w+| overlay| shown| displayed)? (say|says|tell|tells|read|reads)\b|\bwords?\b(?!.*\b(spoken|speak|says?|said|hear|heard)\b).*\b(appear|shown|displayed|written|visible|seen|on( the)? screen)\b/i;

/** Words that ask for writing whatever it says. */
const ASKING_WRITING =
  /\b(writ(ten|ing)|texts?|on-screen|screens?|picture|image|reads?|letter(s|ing)?|lines?|signs?|headlines?|subtitles?|captions?|appear(s|ed|ing)?|shown|seen|visible|displayed|stands?)\b/gi;

const MOST_TOLD = 20;

export const NOT_READ =
  'Writing on the screen was not read: no reader of text is installed here (/healthz: text_reader), or it was read before there was one; ask with `rewatch`.';

export const asksWhatWritingSays = (question: string): boolean =>
  ASKS_WHAT_WRITING_SAYS.test(question);

/** What is written on the screen; undefined when the question does not ask for it. */
export function writtenAbout(
  question: string,
  { writing }: Facts,
  rank: Rank,
): { sentences: readonly FactSentence[]; missing: Missing[] } | undefined {
  const named = linesNamed(question, writing ?? []);
  if (named.length > 0) {
    return { sentences: named.slice(0, MOST_TOLD).map(writtenLine), missing: unwritten(named) };
  }
  if (!ASKS_WRITING.test(question) && !asksWhatWritingSays(question)) return undefined;
  if (writing === null) return { sentences: [], missing: [{ field: 'writing', reason: NOT_READ }] };
  if (writing.length === 0) {
    const reason = 'No writing was read on the screen.';
    return { sentences: [], missing: [{ field: 'writing', reason }] };
  }
  const absent = [phraseOf(question), asksWhatIsSeen(question) ? capitalsOf(question) : []].find(
    (words) => words.length > 0,
  );
  if (absent) return { sentences: [], missing: [nowhereWritten(absent)] };
  const end = AT_ONE_END.exec(question)?.groups?.['end'];
  if (end !== undefined) {
    return { sentences: linesAt(end, writing).map(writtenLine), missing: [] };
  }
  const each = writing.map(writtenLine);
  const picks = picked(question, LINE, {
    sentences: [],
    each,
    kind: LINES,
    values: { spans: writing },
  });
  if (picks) {
    const { sentences, absent } = picks;
    return { sentences, missing: absent ? [{ field: 'writing', reason: absent }] : [] };
  }
  const found = rank(
    subjectOf(question.replaceAll(ASKING_WRITING, ' ')),
    writing.map(({ text }) => text),
    MOST_TOLD,
  );
  const told =
    found.length > 0 ? found.sort((a, b) => a - b).flatMap((at) => writing[at] ?? []) : writing;
  return { sentences: told.slice(0, MOST_TOLD).map(writtenLine), missing: unwritten(told) };
}

/** "What is written last?" */
const AT_ONE_END =
  /\b(?:written|displayed|shown|appears?|comes? up|screen) (?:at )?(?:the )?(?:very )?(?<end>first|last)(?=\W*$)/i;

/** Lines that come together before all others, or behind them. */
function linesAt(end: string, lines: readonly Line[]): readonly Line[] {
  const starts = lines.map(({ start }) => start);
  const wanted = /last/i.test(end) ? Math.max(...starts) : Math.min(...starts);
  return lines.filter(({ start }) => start === wanted);
}

const LINES = ['line that is written', 'lines that are written'] as const;
const LINE = {
  names:
    /^(texts?|writing|written|lines? of text|things? (that (is|was) )?written|signs?|headlines?)\b/,
};

export const nowhereWritten = (phrase: readonly string[]): Missing => ({
  field: 'writing',
  reason: `In the writing that was read there is no ${quoted(phrase.join(' '))}.`,
});

/** Asks when, or whether, something is to be seen. */
const ASKS_SEEN =
  /\b(when|(what|which) (times?|seconds?|moments?|points?)|how (long|often|many times)|appear(s|ed|ing)?|shown?|seen|visible|displayed|(shows?|pops?|comes?) up|on( the)? screen|disappears?|written)\b/i;
export const asksWhatIsSeen = (question: string): boolean => ASKS_SEEN.test(question);

/** A single word may stand in a question for another reason. */
const LEAST_WORDS = 2;

/** Lines whose words a question quotes, or names as a whole, where it asks when they are seen. */
function linesNamed(question: string, lines: readonly Line[]): readonly Line[] {
  if (!ASKS_SEEN.test(question)) return [];
  const asked = wordsOf(question);
  const phrase = phraseOf(question);
  const capitals = capitalsOf(question);
  return lines.filter(({ text }) => {
    const words = wordsOf(text);
    return (
      holdsPhrase(words, phrase) ||
      holdsPhrase(words, capitals) ||
      (words.length >= LEAST_WORDS && holdsPhrase(asked, words))
    );
  });
}

/** Whether it asks when a line is seen whose words it names: other titles are no answer then. */
export const namesLines = (question: string, { writing }: Facts): boolean =>
  linesNamed(question, writing ?? []).length > 0;

/** What is left of a question that asks when, or how long, something is to be seen. */
const ASKING_SEEN =
  /\b(long|often|stays?|remains?|lasts?|disappears?|vanish(es)?|starts?|begins?|ends?|stops?|goes|comes?|pops?|up|away|still|see|notice|slides?|pages?|numbers?|names?|dates?)\b/gi;

/** Lines that hold all the words for what a question asks to see: it may be what they say. */
export function linesCalled(question: string, { writing }: Facts): readonly FactSentence[] {
  if (!ASKS_SEEN.test(question)) return [];
  const rest = question.replaceAll(ASKING_WRITING, ' ').replaceAll(ASKING_SEEN, ' ');
  const asked = wordsOf(subjectOf(rest));
  const called = (writing ?? []).filter(({ text }) => {
    const words = new Set(wordsOf(text));
    return asked.every((word) => words.has(word));
  });
  return asked.length === 0 ? [] : called.slice(0, MOST_TOLD).map(writtenLine);
}

/** What is left out of lines that are written. */
export const unwritten = (lines: readonly Line[]): Missing[] => {
  const reason = `Of ${lines.length} lines that are written the first ${MOST_TOLD} are told; frames with \`read_text\` have all.`;
  return lines.length > MOST_TOLD ? [{ field: 'writing', reason }] : [];
};

type Line = NonNullable<Facts['writing']>[number];

/**
 * Lines that are no part of what is laid over the picture as a title; what a title says may be
 * written at another time as well.
 */
export function notLaid({ writing, signal }: Facts): readonly Line[] {
  const laid = signal?.overlays ?? [];
  return (writing ?? []).filter(
    (line) =>
      !laid.some(
        ({ start, end, text }) =>
          line.start <= (end ?? Number.POSITIVE_INFINITY) &&
          line.end >= start &&
          text?.split('\n').includes(line.text) === true,
      ),
  );
}

/** What is written besides what is laid over the picture as a title, the earliest. */
export const writtenElsewhere = (facts: Facts, most = MOST_TOLD): readonly FactSentence[] =>
  notLaid(facts).slice(0, most).map(writtenLine);

const writtenLine = ({ start, end, text }: Line): FactSentence => ({
  text: `It is written: ${quoted(text)}.`,
  seconds: [start, end],
});
