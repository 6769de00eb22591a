import fc from 'fast-check';
import { clockSeconds, Timestamp, toMillisecond } from '../../../layers/domain/timestamp.ts';

const two = (n: number) => String(n).padStart(2, '0');
/** The clock string people read beside seconds: `1:23.4` as `1:23`, `3723` as `1:02:03`. */
function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
const parsed = (value: unknown) => Timestamp.safeParse(value).data;

describe('a timestamp', () => {
  test('that is a number of seconds stays that number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (seconds) => {
        expect(parsed(seconds)).toBe(seconds < 1e-9 ? 0 : seconds);
      }),
    );
  });

  test.each([
    ['0:00', 0],
    ['1:23.4', 83.4],
    ['75:10', 4510],
    ['1:02:03', 3723],
    ['10:00:00.001', 36_000.001],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parsed(text)).toBe(seconds);
  });

  test('that is a clock of hours, minutes and seconds is their sum', () => {
    const sixty = fc.integer({ min: 0, max: 59 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), sixty, sixty, (h, m, s) => {
        expect(parsed(`${h}:${two(m)}:${two(s)}`)).toBe(h * 3600 + m * 60 + s);
        expect(parsed(`${h}:${two(s)}`)).toBe(h * 60 + s);
      }),
    );
  });

  test('read back from the clock people see is its whole second', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 86_400, noNaN: true }), (seconds) => {
        expect(clockSeconds(clockText(seconds))).toBe(Math.floor(seconds));
      }),
    );
  });

  test.each([
    '',
    '12.5',
    '1:2',
    '1:60',
    '1:60:00',
    '1:2:03',
    ':30',
    '1:',
    '-1:00',
    '1:00:00:00',
    ' 1:00',
    '1:00 ',
    '1:00\n',
    '1:0x',
    '1,5:00',
    '1:00.',
    '１:00',
    '1:00.1234567890',
    'NaN',
    '1e3:00',
  ])('%j is refused', (text) => {
    expect(Timestamp.safeParse(text).success).toBe(false);
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1e13], [null], [true], [{}], [[]]])(
    '%p is refused',
    (value) => {
      expect(Timestamp.safeParse(value).success).toBe(false);
    },
  );

  test('before the first frame, or far behind any last one, is for the window to judge', () => {
    expect(parsed(-1)).toBe(-1);
    expect(parsed(1e9)).toBe(1e9);
  });

  test('of any text is refused or a number that is not negative', () => {
    const likely = fc.stringMatching(/^[0-9:. -]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), (text) => {
        const seconds = parsed(text);
        expect(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

test('seconds are answered to the millisecond', () => {
  expect(toMillisecond(1.00049)).toBe(1);
  expect(toMillisecond(0.1 + 0.2)).toBe(0.3);
  expect([12_012 / 24_000, 4.5045].map(toMillisecond)).toEqual([0.501, 4.505]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (seconds) => {
      expect(Math.abs(toMillisecond(seconds) - seconds)).toBeLessThanOrEqual(0.000_500_1);
      expect(toMillisecond(toMillisecond(seconds))).toBe(toMillisecond(seconds));
    }),
  );
});
