import { FramesRequest } from '../../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../../layers/domain/sources/probe.ts';
import { cutReads, cutTimes } from '../../../../layers/media/segments/cut-reads.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

/** A minute at 25 frames a second, in ticks of a thousandth, whose clock begins at 500. */
const PROBE: Probe = {
  ...probeOf(60, { timeBase: [1, 1000], firstPts: 500, end: 60, rate: [25, 1], peakRate: [25, 1] }),
  format: 'matroska,webm',
  origin: 0.5,
  sounds: [{ codec: 'aac', channels: 2, layout: 'stereo' }],
};
const planOf = (question: object) =>
  planFrames(FramesRequest.parse({ upload_id: 'upl_1', ...question }), PROBE);
const into = (segments: number) => ({ segments, hasReader: false });
const overview = planOf({ detail: 'overview' });
const whole = {
  kind: 'pictures',
  from: null,
  to: null,
  tiles: { first: 0, count: overview.tiles },
  readsText: false,
};

test('a read is cut at even times', () => {
  expect(cutTimes(overview, PROBE, 4)).toEqual([15, 30, 45]);
  expect(cutTimes(overview, PROBE, 1)).toEqual([]);
});

test('the keyframes nearest to these are the cuts, and sound is a part of its own', () => {
  const [sound, ...parts] = cutReads(
    overview,
    PROBE,
    [500, 14_500, 20_500, 31_500, 48_500],
    into(4),
  );
  expect(sound).toEqual({ kind: 'sound' });
  expect(parts.map((part) => part.kind === 'pictures' && [part.from, part.to])).toEqual([
    [null, 14_500],
    [14_500, 31_500],
    [31_500, 48_500],
    [48_500, null],
  ]);
});

test('every tile belongs to one part: the first that has its frame', () => {
  const parts = cutReads(overview, PROBE, [14_500, 31_500, 31_540], into(4)).filter(
    (part) => part.kind === 'pictures',
  );
  let next = 0;
  for (const { tiles } of parts) {
    expect(tiles.first).toBe(next);
    next += tiles.count;
  }
  expect(next).toBe(overview.tiles);
  const [rate, per] = overview.rate;
  expect(parts[1]?.tiles.first).toBe(Math.ceil((14 * rate) / per));
});

test.each<[string, number[]]>([
  ['no keyframe but the first', [500]],
  ['no keyframe that carries a time', []],
])('with %s the pictures are one part', (_, keyframes) => {
  expect(cutReads(overview, PROBE, keyframes, into(7))).toEqual([{ kind: 'sound' }, whole]);
});

test('keyframes outside of the window are no cuts', () => {
  const plan = planOf({ start: 10, end: 20 });
  expect(cutReads(plan, PROBE, [500, 10_500, 40_500], into(3))).toHaveLength(2);
});

test('a plan that listens to nothing is not cut', () => {
  const plan = planOf({ detail: 'standard', qa: false, signals: 'off' });
  expect(cutTimes(plan, PROBE, 7)).toEqual([]);
  expect(cutReads(plan, PROBE, [14_500], into(7))).toEqual([{ kind: 'tiles', readsText: false }]);
});
