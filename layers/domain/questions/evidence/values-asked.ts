import type { FactValues } from './facts.ts';
import { valuesOf } from './intent.ts';
import { lengthAsked } from './length-asked.ts';

/** What begins so little behind a second, or ends so little before it, is there at it. */
const AT_SECONDS = 0.1;
/** What lasts: at each second it is so, or it is not. */
const STATES = /\b(?:blacks?|blank|dark|silen\w*|quiet|muted?|fr[eo]ez\w*|frozen?|speech|spoken)\b/;

interface Limits {
  /** The second that is asked about. */
  readonly moment: number | undefined;
  /** The end of what was read, to which it lasts when it has no end. */
  readonly end: number;
}

/**
 * The same of only those things that a member means: "silences longer than 3 seconds", "is black at
 * the end". Undefined where it is not told whether what is near to a moment is at it.
 */
export function valuesAsked(
  words: string,
  values: FactValues,
  { moment, end }: Limits,
): FactValues | undefined {
  const { spans = [] } = values;
  const lengths = spans.map((span) => (span.end ?? end) - span.start);
  if (!lengths.some((length) => length > 0)) return values;
  const asked = lengthAsked(words);
  const long = spans.filter((_, at) => asked?.holds(lengths[at] ?? 0) ?? true);
  const kept = long.filter(
    (span) =>
      moment === undefined ||
      (span.start <= moment + AT_SECONDS && (span.end ?? end) >= moment - AT_SECONDS),
  );
  if (kept.length === spans.length) return values;
  if (kept.length === 0 && long.length > 0 && !STATES.test(words)) return undefined;
  const told = valuesOf(kept);
  return values.number === undefined ? told : { ...told, number: kept.length };
}
