import { Batch } from '../../../../layers/domain/batches/batch.ts';
import { Answer } from '../../../../layers/domain/questions/question.ts';
import { EXAMPLES } from '../../../../layers/http/examples/examples.ts';
import { MOST_CHARACTERS } from '../../../../layers/http/mcp/budget.ts';
import { showAnswer } from '../../../../layers/http/mcp/shown-answer.ts';
import { showBatch } from '../../../../layers/http/mcp/shown-batch.ts';

const answer = Answer.parse(EXAMPLES['Answer']);
const batch = Batch.parse(EXAMPLES['Batch']);
const lengthOf = (value: unknown) => JSON.stringify(value).length;

test('a batch that one answer does not hold is gone through by the calls that it names', () => {
  const [item] = batch.items;
  const items = Array.from({ length: 20 }, (_, n) => {
    return { ...item, ref: `video ${n}`, answer: 'w'.repeat(n === 7 ? 60_000 : 8_000) };
  });
  const whole = { ...batch, total: 20, items } as Batch;
  const parts = [showBatch(whole)];
  for (let part = parts[0]; part?.next; part = parts.at(-1)) {
    const { tool, arguments: asked } = part.next;
    expect([tool, asked['job_id']]).toEqual(['get_job', batch.batch_id]);
    parts.push(showBatch(whole, asked['start'] as number));
  }
  expect(parts.flatMap((part) => part.items)).toEqual(whole.items);
  for (const part of parts) {
    expect(part.items.length === 1 || lengthOf(part) <= MOST_CHARACTERS).toBe(true);
  }
  expect(showBatch(batch)).toEqual(batch);
});

test('an answer that is too long has the first of each list, and says how many there are', () => {
  const stretch = { from: 1, to: 2, reason: 'It was not looked at closely.', region: null };
  const unresolved = Array.from({ length: 500 }, () => stretch);
  const unanswered = Array.from({ length: 400 }, (_, n) => ({ field: `a[${n}]`, reason: 'No.' }));
  const shown = showAnswer({ ...answer, unresolved, unanswered });
  expect(shown.unresolved).toHaveLength(100);
  expect(shown.unanswered).toHaveLength(400);
  expect(shown.notes.slice(answer.notes.length)).toEqual([
    expect.stringContaining('`unresolved` has 500 entries'),
  ]);
  expect(lengthOf(shown)).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(showAnswer(answer)).toBe(answer);
});
