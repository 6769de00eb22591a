import { codedBox } from '../../../../layers/media/picture-space.ts';
import { displayedSize, orientationOf } from '../../../../layers/media/probe/orientation.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

const ONE = 65_536;
const matrix = (a: number, b: number, c: number, d: number) => ({
  index: 0,
  disposition: {},
  tags: {},
  side_data_list: [
    {
      displaymatrix: `\n00000000: ${a * ONE} ${b * ONE} 0\n00000001: ${c * ONE} ${d * ONE} 0\n00000002: 0 0 1073741824\n`,
    },
  ],
});

test.each([
  [[1, 0, 0, 1], { rotation: 0, mirrored: false }],
  [[0, 1, -1, 0], { rotation: 90, mirrored: false }],
  [[-1, 0, 0, -1], { rotation: 180, mirrored: false }],
  [[0, -1, 1, 0], { rotation: 270, mirrored: false }],
  [[-1, 0, 0, 1], { rotation: 0, mirrored: true }],
  [[1, 0, 0, -1], { rotation: 180, mirrored: true }],
  [[0, 0, 0, 0], { rotation: 0, mirrored: false }],
])('the display matrix %j turns the picture by %j', ([a = 0, b = 0, c = 0, d = 0], expected) => {
  expect(orientationOf(matrix(a, b, c, d), [])).toEqual(expected);
});

test('without a matrix the rotate tag counts, and nonsense in it does not', () => {
  const plain = { index: 0, disposition: {}, side_data_list: [] };
  expect(orientationOf({ ...plain, tags: { rotate: '90' } }, []).rotation).toBe(90);
  expect(orientationOf({ ...plain, tags: { rotate: '-90' } }, []).rotation).toBe(270);
  expect(orientationOf({ ...plain, tags: { rotate: 'sideways' } }, []).rotation).toBe(0);
});

test('pixels are made square before the picture is turned', () => {
  expect(displayedSize([720, 576], [64, 45], 0)).toEqual([1024, 576]);
  expect(displayedSize([1440, 1080], [4, 3], 90)).toEqual([1080, 1920]);
});

test.each([
  [0, false, { x: 10, y: 20, width: 100, height: 50 }],
  [90, false, { x: 20, y: 110, width: 50, height: 100 }],
  [180, false, { x: 210, y: 110, width: 100, height: 50 }],
  [270, false, { x: 250, y: 10, width: 50, height: 100 }],
  [0, true, { x: 210, y: 20, width: 100, height: 50 }],
] as const)(
  'a box on a picture turned by %d lies in the coded one',
  (rotation, mirrored, coded) => {
    const turned = rotation % 180 === 0 ? ([320, 180] as const) : ([180, 320] as const);
    const { picture } = probeOf(
      1,
      { rotation, mirrored, codedWidth: 320, codedHeight: rotation % 180 === 0 ? 180 : 220 },
      turned,
    );
    if (!picture) throw new Error('the probe has a picture');
    expect(codedBox(picture, { x: 10, y: 20, width: 100, height: 50 })).toEqual(coded);
  },
);
