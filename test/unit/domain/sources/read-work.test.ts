import { FramesRequest } from '../../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../../layers/domain/frames/frames-plan.ts';
import {
  isReadInSegments,
  readWork,
  segmentsOf,
} from '../../../../layers/domain/sources/read-work.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

const SEGMENT_SECONDS = 60;

const segments = (seconds: number, width: number, height: number, asked: object = {}) => {
  const probe = probeOf(seconds, {}, [width, height]);
  const request = FramesRequest.parse({ url: 'vid_1', detail: 'overview', ...asked });
  return segmentsOf(planFrames(request, probe), probe, SEGMENT_SECONDS);
};

test('ten minutes of 1080p are read at once, and an hour in segments', () => {
  expect(segments(600, 1920, 1080, { signals: 'full' })).toBeUndefined();
  expect(segments(3600, 1920, 1080, { signals: 'full' })).toBe(11);
});

test('no more segments are made than are decoded at once', () => {
  expect(segments(24 * 3600, 1920, 1080, { signals: 'full' })).toBe(64);
});

test('a long overview that keyframes suffice for is read at once', () => {
  expect(segments(24 * 3600, 1920, 1080, { signals: 'off' })).toBeUndefined();
});

test('what is called long, when it is accepted, is what is read in segments', () => {
  for (const minutes of [5, 15, 20, 21, 22, 30, 120]) {
    const probe = probeOf(minutes * 60, {}, [1920, 1080]);
    const request = FramesRequest.parse({ url: 'vid_1', detail: 'overview', signals: 'full' });
    const plan = planFrames(request, probe);
    const isLong = isReadInSegments(readWork(plan, probe), SEGMENT_SECONDS);
    expect(isLong).toBe(segmentsOf(plan, probe, SEGMENT_SECONDS) !== undefined);
  }
});
