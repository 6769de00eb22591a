import type { Missing } from '../settle-answer.ts';
import type { FactSentence, Facts, Rank } from './facts.ts';
import { quoted } from './quoted.ts';

/** Words of a question that ask for what is written on the screen. */
const ASKS_WRITING =
  /\b(writ(ten|ing)|text|on[- ]screen|on the screen|reads?|letter(s|ing)?|signs?|headlines?|subtitles?|captions?|credits|typed|spell(s|ed)?|shown as text)\b/i;

/** Asks what something that is written says, and not somebody. */
const ASKS_WHAT_WRITING_SAYS =
  /\b(titles?|overlays?|lower thirds?|logos?|banners?|captions?|signs?|labels?|posters?|headlines?|(title|end) cards?|credits|text|writing|words(?= on (the )?(screen|picture|image|video)))( (on|in|at) (the )?\w+| overlay| shown| displayed)? (say|says|tell|tells|read|reads)\b/i;

const MOST_TOLD = 20;

const NOT_READ =
  'Writing on the screen was not read: no reader of text is installed here (/healthz: text_reader), or it was read before there was one; ask with `rewatch`.';

export const asksWhatWritingSays = (question: string): boolean =>
  ASKS_WHAT_WRITING_SAYS.test(question);

/** What is written on the screen; undefined when the question does not ask for it. */
export function writtenAbout(
  question: string,
  { writing }: Facts,
  rank: Rank,
): { sentences: readonly FactSentence[]; missing: Missing[] } | undefined {
  if (!ASKS_WRITING.test(question) && !asksWhatWritingSays(question)) return undefined;
  if (writing === null) return { sentences: [], missing: [{ field: 'writing', reason: NOT_READ }] };
  if (writing.length === 0) {
    const reason = 'No writing was read on the screen.';
    return { sentences: [], missing: [{ field: 'writing', reason }] };
  }
  const found = rank(
    question,
    writing.map(({ text }) => text),
    MOST_TOLD,
  );
  const told =
    found.length > 0 ? found.sort((a, b) => a - b).flatMap((at) => writing[at] ?? []) : writing;
  return { sentences: told.slice(0, MOST_TOLD).map(writtenLine), missing: unwritten(told) };
}

/** What is left out of lines that are written. */
export const unwritten = (lines: readonly Line[]): Missing[] => {
  const reason = `Of ${lines.length} lines that are written the first ${MOST_TOLD} are told; frames with \`read_text\` have all.`;
  return lines.length > MOST_TOLD ? [{ field: 'writing', reason }] : [];
};

type Line = NonNullable<Facts['writing']>[number];

/** Lines that are no part of what is laid over the picture as a title. */
export function notLaid({ writing, signal }: Facts): readonly Line[] {
  const laid = new Set(signal?.overlays?.flatMap(({ text }) => text?.split('\n') ?? []));
  return (writing ?? []).filter(({ text }) => !laid.has(text));
}

/** What is written besides what is laid over the picture as a title, the earliest. */
export const writtenElsewhere = (facts: Facts): readonly FactSentence[] =>
  notLaid(facts).slice(0, MOST_TOLD).map(writtenLine);

const writtenLine = ({ start, end, text }: Line): FactSentence => ({
  text: `It is written: ${quoted(text)}.`,
  seconds: [start, end],
});
