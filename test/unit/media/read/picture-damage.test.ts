import { pictureDamage } from '../../../../layers/media/read/picture-damage.ts';

/** Forty pictures, one a second, of which every tenth needs no other. */
const record = {
  seconds: (frame: number) => frame,
  count: 40,
  isKey: (frame: number) => frame % 10 === 0,
  faults: [],
  spoilt: [],
  frameSeconds: 1,
  longestGap: Number.POSITIVE_INFINITY,
  lastAt: 39,
};

test('pictures behind one that could not be decoded are doubtful up to the next whole one', () => {
  const quick = { ...record, seconds: (frame: number) => frame / 25 + (frame < 13 ? 0 : 1 / 25) };
  const times = { frameSeconds: 1 / 25, lastAt: undefined };
  const doubtful = (faults: number[]) =>
    pictureDamage({ ...quick, ...times, faults }, { torn: [], gone: [] }, [0, 2], 2).doubtful;
  expect(doubtful([10])).toEqual([[expect.closeTo(14 / 25), expect.closeTo(21 / 25)]]);
  expect(doubtful([])).toEqual([]);
});

test.each([
  ['a keyframe makes all up to the next one doubtful', 10, [[10, 20]]],
  ['another picture does so too', 14, [[14, 20]]],
  ['one just before a keyframe, as where two streams were joined, does not', 19, []],
])('a torn packet of %s', (_, second, doubtful) => {
  const damage = pictureDamage(record, { torn: [second], gone: [] }, [0, 40], 40);
  expect(damage).toEqual({ lost: [], doubtful });
});
