import { type FactFindings, type FactSentence, type Facts, NEEDS_MODEL } from './facts.ts';
import { LISTED } from './intent.ts';
import { INTENTS } from './intents.ts';
import { spokenText, unspoken } from './speech.ts';
import { notLaid, unwritten, writtenElsewhere } from './writing.ts';

/** What is told of the whole, before what happens in it. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(['length', 'shots']);

const EVENTS: ReadonlySet<string> = new Set([
  'cuts',
  'silences',
  'freezes',
  'blacks',
  'inserts',
  'flashes',
  'dissolves',
  'wipes',
  'fades',
  'whips',
  'overlays',
  'camera moves',
]);

/** What happens, in order, as far as facts tell it: for a question that was left out. */
export function overviewOfFacts(facts: Facts): FactFindings {
  const whole = INTENTS.filter(({ name }) => OF_THE_WHOLE.has(name)).flatMap(
    ({ answer }) => answer(facts)?.sentences ?? [],
  );
  const { sentences, ...rest } = happeningIn(facts);
  return { ...rest, sentences: [...whole, ...sentences] };
}

const eventsOf = (facts: Facts) =>
  INTENTS.filter(({ name }) => EVENTS.has(name)).flatMap(({ answer }) => answer(facts) ?? []);

/** All that happens in a stretch, in order, however much it is. */
export const allIn = (facts: Facts): readonly FactSentence[] =>
  [
    ...eventsOf(facts).flatMap(({ each = [] }) => each),
    ...writtenElsewhere(facts, Number.POSITIVE_INFINITY),
    ...spokenText(facts, Number.POSITIVE_INFINITY),
  ].toSorted(inOrder);

/** The same of a stretch, of which only its events are told. */
export function happeningIn(facts: Facts): FactFindings {
  const kinds = eventsOf(facts);
  // Of a kind that happens more often than is told in order, it is said how often.
  const counts = kinds.flatMap(({ sentences, values: { count = 0 } }) =>
    count > LISTED ? sentences.slice(0, 1) : [],
  );
  const events = [
    ...kinds.flatMap(({ each = [] }) => each.slice(0, LISTED)),
    ...writtenElsewhere(facts),
    ...spokenText(facts),
  ];
  return {
    sentences: [...counts, ...events.toSorted(inOrder)],
    fields: [],
    missing: [
      { field: 'what is shown', reason: NEEDS_MODEL },
      ...unspoken(facts),
      ...unwritten(notLaid(facts)),
    ],
  };
}

const secondOf = ({ seconds }: FactSentence): number => seconds[0] ?? 0;
const inOrder = (a: FactSentence, b: FactSentence): number => secondOf(a) - secondOf(b);

/** Asks for the one event that comes before, or after, all others. */
export const ASKS_AN_END =
  /\bwhat (?:is|was) the (?<which>first|last) (?:thing|event)(?: (?:that )?(?:happens?|happened|occurs?|occurred))?(?=\W*$)|\bwhat happens (?<end>first|last)(?=\W*$)/i;

/** What happens first, or last, of all that was measured, said and written. */
export function atOneEnd(isFirst: boolean, facts: Facts): FactFindings {
  const { sentences, missing, fields } = happeningIn(facts);
  const starts = sentences.flatMap(({ seconds }) => seconds.slice(0, 1));
  const wanted = isFirst ? Math.min(...starts) : Math.max(...starts);
  return { sentences: sentences.filter(({ seconds: [at] }) => at === wanted), fields, missing };
}
