import { z } from 'zod';
import { Shortfall } from '../accounts/shortfall.ts';
import { fillValue } from './fill-value.ts';
import { Answer } from './question.ts';
import type { CallerSchema } from './schema-shape.ts';
import {
  type Claim,
  type FilledField,
  type Missing,
  secondsOf,
  type Unresolved,
  wordsWithSeconds,
} from './settle-answer.ts';

/** An answer as it is kept: nothing of the job that asked for it. */
export const StoredAnswer = Answer.omit({
  cached: true,
  credits_charged: true,
  ms: true,
}).extend({
  /** For operators: what the answer took of a model, as its server counted. */
  tokens: z.object({ calls: z.int(), input: z.number(), output: z.number() }),
  shortfall: Shortfall,
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

interface Findings {
  readonly claims: readonly Claim[];
  readonly fields: readonly FilledField[];
  readonly missing: readonly Missing[];
  readonly unresolved: readonly Unresolved[];
}

const NOTHING_FOUND = 'Nothing that was read answers this.';
const FOUND_IN_VALUE = 'What was found is in `value`.';
const MOST_UNANSWERED = 500;

/**
 * The members of an answer that findings give. With a schema the value is not yet held against it.
 * @param schema of the caller, well-formed
 */
export function answerOf(
  { claims, fields, missing, unresolved }: Findings,
  schema: CallerSchema | undefined,
): Pick<StoredAnswer, 'answer' | 'unanswered' | 'unresolved' | 'seen_at' | 'value'> {
  const filled = schema === undefined ? undefined : fillValue(schema, fields, missing);
  const unanswered = filled
    ? [...questionsOf(missing, fields, filled), ...filled.unanswered]
    : missing;
  const hasValue = filled !== undefined && isFilled(filled.value);
  const nothing: Missing[] =
    claims.length === 0 && unanswered.length === 0 && fields.length === 0
      ? [{ field: 'question', reason: NOTHING_FOUND }]
      : [];
  return {
    answer:
      claims.length > 0 ? wordsWithSeconds(claims) : hasValue ? FOUND_IN_VALUE : NOTHING_FOUND,
    unanswered: [...unanswered, ...nothing].slice(0, MOST_UNANSWERED),
    unresolved: unresolved.map((entry) => ({ ...entry })),
    seen_at: secondsOf([...claims, ...(schema === undefined ? [] : fields)]),
    ...(filled ? { value: filled.value } : {}),
  };
}

/** The words of an answer whose value lost members: what is no longer there is not said to be. */
export const wordsBeside = (value: unknown, answer: string): string =>
  answer === FOUND_IN_VALUE && !isFilled(value) ? NOTHING_FOUND : answer;

/** Whether a member holds something. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isFilled)
    : value !== null;

/**
 * What was asked in words and is missing. Members of the schema are told with their paths, and one
 * that is filled, with 0 for example, is answered.
 */
const questionsOf = (
  missing: readonly Missing[],
  fields: readonly FilledField[],
  { unanswered }: { unanswered: readonly Missing[] },
): Missing[] =>
  missing.filter(
    ({ field, reason }) =>
      !fields.some(({ path }) => path === field) &&
      !unanswered.some((one) => one.field === field || one.reason === reason),
  );
