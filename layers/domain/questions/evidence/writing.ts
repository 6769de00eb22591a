import type { Missing } from '../settle-answer.ts';
import { withoutCitations } from '../times-in-text.ts';
import type { FactAnswer, Facts, Rank } from './facts.ts';

/** Words of a question that ask for what is written on the screen. */
const ASKS_WRITING =
  /\b(writ(ten|ing)|text|on[- ]screen|on the screen|reads?|letter(s|ing)?|signs?|headline|subtitle|typed|spell(s|ed)?|shown as text)\b/i;

const MOST_TOLD = 20;

const NOT_READ =
  'Writing on the screen was not read: no reader of text is installed here (/healthz: text_reader), or it was read before there was one; ask with `rewatch`.';

/** What is written on the screen; undefined when the question does not ask for it. */
export function writtenAbout(
  question: string,
  { writing }: Facts,
  rank: Rank,
): { sentences: FactAnswer['sentences']; missing: Missing[] } | undefined {
  if (!ASKS_WRITING.test(question)) return undefined;
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
    sentences: told
      .flatMap((at) => writing[at] ?? [])
      .map(({ start, text }) => ({
        text: `It is written: "${withoutCitations(text)}".`,
        seconds: [start],
      })),
    missing: [],
  };
}
