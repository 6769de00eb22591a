import { withNullAt } from '../../domain/questions/fill-value.ts';
import { type CallerSchema, pathText } from '../../domain/questions/schema-shape.ts';
import { answerOf, type StoredAnswer, wordsBeside } from '../../domain/questions/stored-answer.ts';
import type { CallerSchemas } from '../ports/questions/caller-schemas.ts';
import type { Reading } from './reading.ts';

type Composed = Pick<StoredAnswer, 'answer' | 'unanswered' | 'unresolved' | 'seen_at' | 'value'>;

const MISFIT = 'What was found does not fit the schema here.';

/** Puts a reading into words, and into the caller's shape; a member that does not fit it is null. */
export async function composeAnswer(
  schemas: Pick<CallerSchemas, 'misfits'>,
  reading: Reading,
  schema: CallerSchema | undefined,
): Promise<Composed> {
  const composed = answerOf(reading, schema);
  if (schema === undefined) return composed;
  const misfits = await schemas.misfits(schema, composed.value);
  if (misfits.length === 0) return composed;
  const known = new Set(composed.unanswered.map(({ field }) => field));
  const refused = misfits
    .map((path) => ({ field: pathText(path), reason: MISFIT }))
    .filter(({ field }) => !known.has(field));
  const value = withNullAt(composed.value, misfits);
  return {
    ...composed,
    answer: wordsBeside(value, composed.answer),
    value,
    unanswered: [...composed.unanswered, ...refused],
  };
}
