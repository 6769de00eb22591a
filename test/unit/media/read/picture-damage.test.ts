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

test.each([
  ['a keyframe makes all up to the next one doubtful', 10, [[10, 20]]],
  ['another picture does so too', 14, [[14, 20]]],
  ['one just before a keyframe, as where two streams were joined, does not', 19, []],
])('a torn packet of %s', (_, second, doubtful) => {
  const damage = pictureDamage(record, { torn: [second], gone: [] }, [0, 40], 40);
  expect(damage).toEqual({ lost: [], doubtful });
});
