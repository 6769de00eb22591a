import type { PictureStream } from '../../../../layers/domain/sources/probe.ts';
import { fileFactsOf } from '../../../../layers/domain/videos/file-facts.ts';
import {
  needsWorkingCopy,
  probeOfCopy,
  secondsToCopy,
} from '../../../../layers/domain/videos/working-copy.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

const MB = 1_000_000;
const hd = [1920, 1080] as const;
const uhd = [3840, 2160] as const;

test.each<
  [
    what: string,
    needed: boolean,
    bytes: number,
    picture: Partial<PictureStream>,
    size?: readonly [number, number],
    format?: string,
  ]
>([
  ['a clip in H.264', false, 300 * MB, {}],
  ['just 2 GB', false, 2000 * MB, {}],
  ['more than 2 GB', true, 2000 * MB + 1, {}],
  ['VP9', false, 300 * MB, { codec: 'vp9' }],
  ['HEVC of a phone', false, 300 * MB, { codec: 'hevc', rotation: 90 }],
  ['ProRes', true, 30 * MB, { codec: 'prores' }],
  ['DNxHD and DNxHR', true, 30 * MB, { codec: 'dnxhd' }],
  ['uncompressed', true, 30 * MB, { codec: 'rawvideo' }],
  ['10 bit uncompressed', true, 30 * MB, { codec: 'v210' }],
  ['HuffYUV', true, 30 * MB, { codec: 'huffyuv' }],
  ['FFV1', true, 30 * MB, { codec: 'ffv1' }],
  ['H.264 in MXF', true, 30 * MB, {}, hd, 'mxf'],
  ['MPEG-2 in GXF', true, 30 * MB, { codec: 'mpeg2video' }, hd, 'gxf'],
  ['interlaced MPEG-2', true, 30 * MB, { codec: 'mpeg2video', fieldOrder: 'top' }],
  ['DV', true, 30 * MB, { codec: 'dvvideo', fieldOrder: 'bottom' }],
  ['a camcorder’s interlaced H.264', false, 100 * MB, { fieldOrder: 'top' }],
  ['interlaced H.264 at 50 Mb/s', true, 375 * MB, { fieldOrder: 'top' }],
  ['Ultra HD', true, 300 * MB, {}, [3840, 2160]],
  ['Ultra HD upright', true, 300 * MB, { rotation: 90 }, [2160, 3840]],
  ['a wide cinema picture', true, 300 * MB, {}, [4096, 1716]],
  ['1440 lines', false, 300 * MB, {}, [2560, 1440]],
])('%s: %p', (_what, needed, bytes, picture, size = hd, format = 'mov') => {
  expect(needsWorkingCopy({ ...probeOf(60, picture, size), format }, bytes)).toBe(needed);
});

test('sound alone needs no working copy', () => {
  expect(needsWorkingCopy({ ...probeOf(60), picture: null }, 5000 * MB)).toBe(false);
});

test.each([
  ['an hour of HD on six cores', true, 3600, hd, 6, 30_000 * MB],
  ['two hours of HD on six cores', false, 7200, hd, 6, 30_000 * MB],
  ['15 min of Ultra HD on six cores', true, 900, uhd, 6, 9000 * MB],
  ['15 min of Ultra HD on two cores', false, 900, uhd, 2, 9000 * MB],
  ['60 GB, which take long to arrive', false, 60, hd, 64, 60_000 * MB],
])('a copy of %s is made in a worker’s time: %p', (_what, isMade, seconds, size, cores, bytes) => {
  const probe = probeOf(seconds, { rate: [25, 1] }, size);
  expect(secondsToCopy(probe, bytes, cores) <= 900).toBe(isMade);
});

describe('what is known of a video after its copy was made', () => {
  const master = probeOf(60, {
    codec: 'mpeg2video',
    index: 3,
    firstPts: 900_000,
    fieldOrder: 'top',
    timecode: '01:00:00:00',
  });
  const copy = probeOf(59.96, { codec: 'h264', timeBase: [1, 25], timecode: null });

  test('is what it was, but for where the bytes lie', () => {
    expect(probeOfCopy({ ...master, origin: 10, audio: [2] }, { ...copy, audio: [1] })).toEqual({
      ...master,
      audio: [1],
      picture: {
        ...master.picture,
        codec: 'h264',
        index: 0,
        timeBase: [1, 25],
        firstPts: 0,
      },
    });
  });

  test('is nothing when the copy lost something', () => {
    expect(probeOfCopy(master, { ...copy, audio: [] })).toBeUndefined();
    expect(probeOfCopy(master, { ...copy, picture: null })).toBeUndefined();
    expect(probeOfCopy(master, probeOf(60, {}, [1920, 1088]))).toBeUndefined();
  });
});

test('of a working copy the file that came in is told, and of a stream no size', () => {
  const copy = probeOf(60, {}, hd);
  const master = {
    size_bytes: 900 * MB,
    probe: { ...probeOf(60, { codec: 'prores', fieldOrder: 'top' }, hd), format: 'mov' },
  };
  expect(fileFactsOf({ probe: copy, size_bytes: 30 * MB, master })).toMatchObject({
    format: 'mov',
    size: 900 * MB,
    picture: { codec: 'prores', interlaced: true },
  });
  expect(fileFactsOf({ probe: copy, size_bytes: 0 })).toMatchObject({
    size: null,
    picture: { codec: 'h264', interlaced: false },
  });
});
