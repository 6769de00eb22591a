import { z } from 'zod';
import { describeIssue } from '../../../layers/domain/calls/describe-issue.ts';
import { countField } from '../../../layers/domain/count-field.ts';

const Query = z.strictObject({ limit: countField(0, 200) });
const complaint = (limit: string) => {
  const { error } = Query.safeParse({ limit });
  return error && describeIssue(error, Query);
};

test('a count is written in digits', () => {
  expect(Query.parse({ limit: '20' })).toEqual({ limit: 20 });
});

test.each(['abc', '1.5', '1e2', '0x10', '-1', '201'])('%s is told what a count is', (limit) => {
  expect(complaint(limit)).toBe('`limit`: must be a whole number from 0 to 200.');
});
