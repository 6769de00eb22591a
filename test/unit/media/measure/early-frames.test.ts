import { rateBesideHolds } from '../../../../layers/media/measure/early-frames.ts';
import { landscape, measured, type Picture, ramp } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);

test('a picture that is held for minutes hides and adds nothing before and behind it', () => {
  const wiped = (n: number): Picture => {
    const share = ramp(n, 30, 60);
    return (x, y) => (x < share ? b(x, y) : a(x, y));
  };
  const plain = measured(wiped, 4);
  const times = (n: number) => n / 25 + (n > 90 ? 200 : 0);
  const held = measured(wiped, 204, { frameRate: 100 / 204, peakRate: 25, times });
  expect(plain.signal.wipes).toHaveLength(1);
  expect(held.signal.wipes).toEqual(plain.signal.wipes);
  expect(held.technical.scene_cuts).toEqual([]);
});

test('the rate is that beside holds, and the mean where none is held or nothing else is told', () => {
  const dense = Array.from({ length: 50 }, (_, i) => i / 25 + (i > 20 ? 60 : 0));
  expect(rateBesideHolds(dense, { mean: 0.8, peak: 25 })).toBeCloseTo(25, 6);
  const sparse = [0, 0.04, 0.2, 0.4, 0.44, 0.6];
  expect(rateBesideHolds(sparse, { mean: 8, peak: 25 })).toBe(8);
  const slides = [0, 5, 12, 20];
  expect(rateBesideHolds(slides, { mean: 0.15, peak: 1000 })).toBe(0.15);
  expect(rateBesideHolds([], { mean: 0.15, peak: 25 })).toBe(0.15);
});

test('a rate that no camera has takes no more memory than a thousand frames a second', () => {
  const before = process.memoryUsage().arrayBuffers;
  const frameRate = 500_000;
  const { technical } = measured(() => a, 12 / frameRate, { frameRate, peakRate: frameRate });
  expect(technical.scene_cuts).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100e6);
});
