import { startMeasurement } from '../../../../layers/media/measure/measure.ts';

const RATE = 16_000;

const tone = (seconds: number, dbfs: number) =>
  Int16Array.from(
    { length: seconds * RATE },
    (_, i) => Math.SQRT2 * 32767 * 10 ** (dbfs / 20) * Math.sin(i / 8),
  );

function gaps(pieces: [Int16Array, number][], seconds: number, hasAudio = true) {
  const measurement = startMeasurement({
    window: [0, seconds],
    frameRate: 25,
    detectors: true,
    signals: 'off',
    hasAudio,
  });
  for (const [samples, at] of pieces) measurement.audio(samples, at);
  return measurement.finish().technical.silence_gaps;
}

test('a pause below -50 dBFS of half a second is silence', () => {
  const found = gaps(
    [
      [tone(1, -20), 0],
      [tone(1, -55), 1],
      [tone(1, -20), 2],
    ],
    3,
  );
  expect(found).toEqual([{ start: 1, end: 2, duration: 1 }]);
});

test('an offset under all of a recording hides no pause, and makes none', () => {
  const offset = (samples: Int16Array) => samples.map((value) => value + 3000);
  const bass = Int16Array.from({ length: RATE }, (_, i) => 3000 * Math.sin((i / RATE) * 188));
  const found = gaps(
    [
      [offset(tone(1, -20)), 0],
      [offset(tone(1, -55)), 1],
      [offset(tone(1, -45)), 2],
      [offset(bass), 3],
    ],
    4,
  );
  expect(found).toEqual([{ start: 1, end: 2, duration: 1 }]);
});

test('a pause at -45 dBFS, or a short one, is none', () => {
  expect(gaps([[tone(2, -45), 0]], 2)).toEqual([]);
  expect(
    gaps(
      [
        [tone(1, -20), 0],
        [tone(0.4, -90), 1],
        [tone(1, -20), 1.4],
      ],
      2.4,
    ),
  ).toEqual([]);
});

test('sound that starts late or ends early leaves silence', () => {
  expect(gaps([[tone(1, -20), 1]], 3)).toEqual([
    { start: 0, end: 1, duration: 1 },
    { start: 2, end: 3, duration: 1 },
  ]);
});

test('a gap between chunks is silence', () => {
  expect(
    gaps(
      [
        [tone(1, -20), 0],
        [tone(1, -20), 2],
      ],
      3,
    ),
  ).toEqual([{ start: 1, end: 2, duration: 1 }]);
});

test('chunks of any size give the same answer', () => {
  const whole = new Int16Array(3 * RATE);
  whole.set(tone(1, -20), 0);
  whole.set(tone(0.7, -20), 2.3 * RATE);
  const pieces: [Int16Array, number][] = [];
  for (let at = 0; at < whole.length; at += 777)
    pieces.push([whole.subarray(at, at + 777), at / RATE]);
  expect(gaps(pieces, 3)).toEqual(gaps([[whole, 0]], 3));
});

test('a video without sound has no silences', () => {
  expect(gaps([], 5, false)).toEqual([]);
});
