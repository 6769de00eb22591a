import type { Window } from '../../window.ts';
import type { FactAnswer, FactSentence, Facts } from './facts.ts';
import { type Intent, LISTED, shown } from './intent.ts';
import { ofLength } from './length-asked.ts';
import { picked } from './pick.ts';

/** What one intent tells. */
export interface Told {
  readonly field: string;
  /** None where there are none, undefined where it was not measured. */
  readonly sentences: readonly FactSentence[] | undefined;
  readonly absent: string;
  readonly unknown: string | undefined;
}

/** What an intent tells: all of its kind, or those that the question picks. */
export function toldBy(intent: Intent, facts: Facts, question: string): Told {
  const answer = intent.answer(facts);
  const [start, end] = facts.window;
  // The only one of a stretch may be one of many.
  const where = end - start < facts.duration ? ' in this stretch' : '';
  const picks =
    answer && (picked(question, intent, answer, where) ?? ofLength(question, answer, end));
  return {
    field: intent.name,
    sentences: picks?.sentences ?? (answer && toldOf(answer, question, facts.window)),
    absent: picks?.absent ?? answer?.absent ?? intent.absent,
    unknown: intent.unknown,
  };
}

/** Asks for one after the other. */
const ASKS_EACH = /\b(each|every|list|all)\b/i;

/** Asks how much several come to. */
const ASKS_TOTAL =
  /\b(total|in all|altogether|combined|overall|percent(age)?|share|proportion|fraction|how much (of|time))\b/i;

/** What is told of a kind: of each, where the question asks for that. */
function toldOf(
  { sentences, each = [], kind, values: { total = 0, seconds = [] } }: FactAnswer,
  question: string,
  [from, to]: Window,
): readonly FactSentence[] {
  const cited = new Set(sentences.flatMap(({ seconds }) => seconds));
  const others = each.slice(0, LISTED).filter((one) => one.seconds.some((at) => !cited.has(at)));
  const share = Math.round((100 * total) / (to - from));
  const sum = {
    text: `In all that is ${shown(total)}, ${share} % of what was read.`,
    seconds: seconds.slice(0, LISTED),
  };
  return [
    ...sentences,
    ...(ASKS_EACH.test(question) ? others : []),
    ...(kind && total > 0 && ASKS_TOTAL.test(question) ? [sum] : []),
  ];
}
