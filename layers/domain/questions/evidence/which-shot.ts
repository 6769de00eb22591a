import type { FactSentence, Facts } from './facts.ts';
import { INTENTS } from './intents.ts';

const SHOTS = '(?:which|what) (?:shots?|scenes?)';
/** Asks for the shots in which something is, and the same as a question for when it is. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\b(?:in|during|within) ${SHOTS}\b`, 'i'), 'when'],
  [
    new RegExp(String.raw`\b${SHOTS} (?:shows?|displays?)\s+(?<what>[^,.;?!]+)`, 'i'),
    'when is $<what> shown',
  ],
  [
    new RegExp(
      String.raw`\b${SHOTS} (?:contains?|ha(?:s|ve)|holds?|includes?|comes? with)\s+(?:any |some )?(?<what>[^,.;?!]+)`,
      'i',
    ),
    'when is $<what>',
  ],
  [
    new RegExp(
      String.raw`\b${SHOTS} (?:is|are|was|were) (?=(?:black|blank|silent|frozen|quiet)\b)`,
      'i',
    ),
    'when is it ',
  ],
];

/** A question for shots as one for seconds; undefined of any other. */
export function askedForShots(question: string): string | undefined {
  const [pattern, plain] = FORMS.find(([form]) => form.test(question)) ?? [];
  return pattern && plain !== undefined ? question.replace(pattern, plain) : undefined;
}

/** In which shot each of what is told begins. */
export function shotsOf(sentences: readonly FactSentence[], facts: Facts): FactSentence[] {
  const shots = INTENTS.find(({ name }) => name === 'shots')?.answer(facts)?.values.spans ?? [];
  const starts = new Set(sentences.flatMap(({ seconds }) => seconds.slice(0, 1)));
  return [...starts].flatMap((second) => {
    const at = shots.findIndex(
      ({ start, end }) => second >= start && second < (end ?? Number.POSITIVE_INFINITY),
    );
    return at < 0 ? [] : [{ text: `It begins in shot ${at + 1}.`, seconds: [second] }];
  });
}
