import type { Missing } from '../settle-answer.ts';
import type { FactSentence, Facts, Rank } from './facts.ts';
import { quoted } from './quoted.ts';

/** Words of a question that ask for what is written on the screen. */
const ASKS_WRITING =
  /\b(writ(ten|ing)|text|on[- ]screen|on the screen|reads?|letter(s|ing)?|signs?|headline|subtitle|typed|spell(s|ed)?|shown as text)\b/i;

/** Asks what something that is written says, and not somebody. */
const ASKS_WHAT_WRITING_SAYS =
  /\b(titles?|overlays?|lower thirds?|logos?|banners?|captions?|signs?|labels?|posters?|headlines?|(title|end) cards?|credits) (say|says|tell|tells|read|reads)\b/i;

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
  const told = (found.length > 0 ? found.sort((a, b) => a - b) : [...writing.keys()]).slice(
    0,
    MOST_TOLD,
  );
  return {
    sentences: told.flatMap((at) => writing[at] ?? []).map(writtenLine),
    missing: [],
  };
}

/** What is written besides what is laid over the picture as a title, the earliest. */
export function writtenElsewhere({ writing, signal }: Facts): readonly FactSentence[] {
  const laid = new Set(signal?.overlays?.flatMap(({ text }) => text?.split('\n') ?? []));
  return (writing ?? [])
    .filter(({ text }) => !laid.has(text))
    .slice(0, MOST_TOLD)
    .map(writtenLine);
}

const writtenLine = ({ start, text }: { start: number; text: string }): FactSentence => ({
  text: `It is written: ${quoted(text)}.`,
  seconds: [start],
});
