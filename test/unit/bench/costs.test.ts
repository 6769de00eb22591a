import { readFile } from 'node:fs/promises';
import { LAMBDA, TRANSCRIBE } from '../../../bench/costs/list-prices.ts';
import { withTables } from '../../../bench/costs/page.ts';
import { breakEvenSpeech } from '../../../bench/costs/recognisers.ts';
import { mediaOf, sequentialDollars } from '../../../bench/costs/segmented-cost.ts';
import { TABLES } from '../../../bench/costs/tables.ts';

test('the tables of the page are what the constants come to', async () => {
  const page = await readFile('docs/costs.md', 'utf8');
  expect(page).toBe(withTables(page, TABLES));
});

test('a place that no table belongs to, or a table without a place, is told', () => {
  expect(() => withTables('<!-- table: shoes -->\n\n<!-- end -->', TABLES)).toThrow(
    'no table shoes',
  );
  expect(() => withTables('', TABLES)).toThrow('no place for prices');
});

test('an hour on one core costs its seconds of CPU times its memory', () => {
  const { gbSecond, scratchGbSecond, mbPerCore } = LAMBDA;
  const second = (mbPerCore / 1024) * gbSecond.x86_64 + 9.5 * scratchGbSecond;
  expect(sequentialDollars(mediaOf(mbPerCore), '1080p')).toBeCloseTo(510.4 * second, 6);
});

test('Amazon Transcribe pays where what the plan earns covers the minutes that are speech', () => {
  const minutes = 60 * breakEvenSpeech('studio');
  // 30 credits of the studio plan, less listening and waiting.
  expect(minutes * TRANSCRIBE.minute).toBeLessThan((30 * 109) / 7500);
  expect(minutes * TRANSCRIBE.minute).toBeGreaterThan(0.98 * ((30 * 109) / 7500));
});
