import { z } from 'zod';
import { describeIssue } from '../../../layers/domain/calls/describe-issue.ts';
import { countField, secondsField } from '../../../layers/domain/query-number.ts';

const Query = z.strictObject({ limit: countField(0, 200, 20) });
const complaint = (limit: string) => {
  const { error } = Query.safeParse({ limit });
  return error && describeIssue(error, Query);
};

test('a count is written in digits', () => {
  expect(Query.parse({ limit: '30' })).toEqual({ limit: 30 });
  expect(Query.parse({})).toEqual({ limit: 20 });
});

test.each(['abc', '1.5', '1e2', '0x10', '-1', '201'])('%s is told what a count is', (limit) => {
  expect(complaint(limit)).toBe('`limit`: must be a whole number from 0 to 200.');
});

test.each([
  ['0', 0],
  ['2.5', 2.5],
  ['60', 60],
])('%s is so many seconds', (written, seconds) => {
  expect(secondsField(0, 60, 0).parse(written)).toBe(seconds);
});

test.each(['', ' 5', '5s', '0x5', '1e1', '-1', '60.1', 'Infinity'])(
  '"%s" is told what seconds are',
  (written) => {
    expect(secondsField(0, 60, 0).safeParse(written).error?.issues[0]?.message).toMatch(
      /must be a number of seconds from 0 to 60|expected number to be/,
    );
  },
);
