import { toMillisecond } from '../../timestamp.ts';
import { type FactAnswer, type Facts, type FactValues, firstKnown, totalSeconds } from './facts.ts';

/** Something that can be asked of a video and is told by what was measured or heard. */
export interface Intent {
  readonly name: string;
  /** Words of a question that mean it; in lower case. */
  readonly asks: RegExp;
  /** Words of a schema's member that mean it, when nothing else does. */
  readonly names: RegExp;
  /** What one of them is called, where its names are not that. */
  readonly nouns?: RegExp;
  /** Undefined where it was not measured. */
  readonly answer: (facts: Facts) => FactAnswer | undefined;
  /** Said when it was measured and there is none. */
  readonly absent: string;
  /** Said when it was not measured, where that has a reason of its own. */
  readonly unknown?: string;
}

export type FoundSpan = NonNullable<FactAnswer['values']['spans']>[number];

/** It was measured, and there is none. */
export const NONE: FactAnswer = {
  sentences: [],
  values: { count: 0, truth: false, seconds: [], spans: [], total: 0 },
};

/** There is no sound to have it in, which is another thing than that none was found. */
export const SOUNDLESS: FactAnswer = {
  sentences: [],
  values: {},
  absent: 'There is no audio track.',
};

/** A second as answers write it. */
export const shown = (seconds: number): string => `${toMillisecond(seconds)} s`;
export const lowerFirst = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `There is 1 ${one}.` : `There are ${count} ${many}.`;

/** Tells of stretches: how many, then each with its length. */
export function spansAnswer<F extends FoundSpan>(
  found: readonly F[],
  [one, many]: readonly [string, string],
  tell: (span: F, at: number) => string,
): FactAnswer {
  if (found.length === 0) return NONE;
  const starts = found.map(({ start }) => start);
  const each = found.map((span, at) => ({
    text: tell(span, at),
    seconds: span.end === null || span.end === span.start ? [span.start] : [span.start, span.end],
  }));
  return {
    sentences: [
      { text: counted(found.length, one, many), seconds: starts.slice(0, LISTED) },
      ...each.slice(0, LISTED),
    ],
    each,
    kind: [one, many],
    values: valuesOf(found),
  };
}

/** Stretches as JSON for members of a schema. */
export function valuesOf(found: readonly FoundSpan[]): FactValues {
  if (found.length === 0) return NONE.values;
  const lengths = found.map(({ start, end }) => (end ?? start) - start);
  const starts = found.map(({ start }) => start);
  return {
    count: found.length,
    truth: true,
    first: starts[0] ?? 0,
    last: starts.at(-1) ?? 0,
    seconds: starts,
    spans: found,
    total: totalSeconds(found),
    longest: toMillisecond(Math.max(...lengths)),
    shortest: toMillisecond(Math.min(...lengths)),
  };
}

/** More of one kind are counted, and told in the measures of the frames call. */
export const LISTED = 40;

/** How long a stretch lasts, in words. */
export const lasting = ({ start, end }: FoundSpan): string =>
  end === null ? 'until the end' : `for ${shown(end - start)}`;

/** An answer that holds for the whole: it cites the first second that is known. */
export const about = (
  facts: Facts,
  text: string,
  values: FactAnswer['values'],
): FactAnswer | undefined => {
  const second = firstKnown(facts);
  return second === undefined ? undefined : { sentences: [{ text, seconds: [second] }], values };
};
