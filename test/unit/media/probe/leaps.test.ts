import { type Span, withoutLeaps } from '../../../../layers/media/probe/leaps.ts';

const LEAST = 10;
const at = (start: number): Span => ({ start, end: start + 1 });
const steadily = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => at(from + n));

test('packets between a leap of the clock and its return are left out, and none else', () => {
  const [before, away, after] = [steadily(0, 20), steadily(900, 12), steadily(20, 20)];
  expect(withoutLeaps([...before, ...away, ...after], LEAST)).toEqual([...before, ...after]);
  for (const whole of [
    [...before, ...away],
    [...before, ...steadily(900, 3), ...after],
    Array.from({ length: 20 }, (_, n) => at(15 * n)),
    [...steadily(50, 20), ...steadily(900, 12), ...steadily(0, 20)],
  ]) {
    expect(withoutLeaps(whole, LEAST)).toEqual(whole);
  }
});

test('times of a file that leap at each packet, and step back at last, are read a few times each', () => {
  const packets = 2_000;
  let reads = 0;
  const counted = (start: number): Span => ({
    end: start + 1,
    get start() {
      reads++;
      return start;
    },
  });
  const starts = Array.from({ length: packets }, (_, n) => 11 * n).concat(-100);
  expect(withoutLeaps(starts.map(counted), LEAST)).toHaveLength(packets + 1);
  expect(reads).toBeLessThan(20 * packets);
});
