import { told } from '../../../../layers/media/read/frame-clock.ts';
import { seconds } from '../../../../layers/media/read/printed.ts';

test.each([
  '[info] -281474976710810.250000',
  '[Eval @ 0x5581] [info] -281474976710810.250000',
  // What FFmpeg 7.1 writes beside frames, cut where frames were found.
  '[info]   Stream #0-281474976710810.250000',
  '[info]     minor_version   : -281474976710810.250000',
  '[info]   Stream #0:0: Video: wrapped_avframe, yuv420p, q=2--281474976710810.250000',
])('a frame is told by %p', (line) => {
  expect(told(line)).toEqual({ what: 'frame', pts: 154, isKey: true });
});

test.each([
  '[info] 154.250000',
  '[info]   Duration: 00:00:02.71, start: -0.021000',
  '[info]     comment         : -12.250000',
])('no frame is told by %p', (line) => {
  expect(told(line)).toBeUndefined();
});

test('frames before zero, and of clocks that count from 1970, keep their ticks', () => {
  const at = (pts: number) => told(`[info] ${(-(2 ** 48) - pts).toFixed(6)}`);
  expect(at(-511.75)).toEqual({ what: 'frame', pts: -512, isKey: true });
  expect(at(1.76e15)).toEqual({ what: 'frame', pts: 1.76e15, isKey: false });
});

test('a second of sound is told within another line too, to the microsecond', () => {
  expect(seconds.read('[info]   Stream #0:1-2000000005.642449')).toBe(5.642449);
  expect(seconds.read('[info] -90002000000000.000000')).toBeNaN();
  expect(seconds.read('[info] -281474976710810.250000')).toBeUndefined();
});
