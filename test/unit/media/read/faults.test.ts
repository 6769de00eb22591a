import { faultIn, tornAt } from '../../../../layers/media/read/faults.ts';

test.each([
  ['a container', '[matroska,webm @ 0x1] [error] File ended prematurely', 'both', false],
  ['a file', '[error] clip.mp4: Invalid data found when processing input', 'both', false],
  ['the picture', '[h264 @ 0x1] [error] Invalid NAL unit size (0 > 9).', 'picture', false],
  [
    'a place in the bytes of a picture',
    '[h264 @ 0x1] [error] error while decoding MB 11 7, bytestream 323',
    'picture',
    false,
  ],
  [
    'a picture that comes',
    '[h264 @ 0x1] [info] concealing 4 DC, 4 AC, 4 MV errors in P frame',
    'picture',
    true,
  ],
  ['a picture of release 5', '[warning] a.ts: corrupt decoded frame in stream 0', 'picture', true],
  ['a picture of release 8', '[dec:h264 @ 0x1] [warning] corrupt decoded frame', 'picture', true],
  [
    'a picture of FFV1',
    '[ffv1 @ 0x1] [error] slice CRC mismatch A1!at 5.2 seconds',
    'picture',
    true,
  ],
  ['a picture of MJPEG', '[mjpeg @ 0x1] [error] error y=5 x=16', 'picture', true],
  ['a picture of DV', '[dvvideo @ 0x1] [error] AC EOB marker is absent pos=64', 'picture', true],
  ['a picture of WMV', '[wmv2 @ 0x1] [error] ignoring overflow at 4 0', 'picture', true],
  ['the sound', '[aac @ 0x1] [error] channel element 0.0 is not allocated', 'sound', false],
  ['sound by its stream', '[error] Error while decoding stream #0:1: Invalid data', 'sound', false],
  [
    'sound of release 8',
    '[aist#0:1/aac @ 0x1] [error] Error submitting packet to decoder',
    'sound',
    false,
  ],
])('a fault of %s is told from what ffmpeg says', (_, line, harms, spoils) => {
  expect(faultIn(line, 0)).toEqual({ harms, spoils });
});

test.each([
  '[info] -281474976716800.250000',
  '[rawvideo @ 0x1] [error] Application provided invalid, non monotonically increasing dts',
  '[mpegts @ 0x1] [warning] PES packet size mismatch',
  '',
])('no fault is told by %p', (line) => {
  expect(faultIn(line, 0)).toBeUndefined();
});

test('a packet of which a part is missing is told by its time, for the picture alone', () => {
  const line = '[mpegts @ 0x1] [warning] Packet corrupt (stream = 0, dts = 352800).';
  expect(tornAt(line, 0)).toBe(352_800);
  expect(tornAt(line, 1)).toBeUndefined();
  expect(tornAt('[mpegts @ 0x1] [warning] Packet corrupt (stream = 0, dts = NOPTS).', 0)).toBe(
    undefined,
  );
});
