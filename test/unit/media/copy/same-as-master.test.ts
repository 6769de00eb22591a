import type { Decoded } from '../../../../layers/media/copy/decoded.ts';
import type { Inventory, StreamInventory } from '../../../../layers/media/copy/inventory.ts';
import {
  differenceOf,
  type Kept,
  type MasterEvidence,
} from '../../../../layers/media/copy/same-as-master.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

/** Ten frames of 25 a second, in milliseconds, and half a second of sound in packets of 50 ms. */
const TIMES = Array.from({ length: 10 }, (_, i) => i * 40);
const PICTURE: StreamInventory = {
  packets: 10,
  stated: undefined,
  filled: 10,
  untimed: 0,
  times: Float64Array.from(TIMES),
  first: 0,
  end: 0.4,
  total: 0.4,
  longest: 0.04,
};
const SOUND: StreamInventory = {
  packets: 8,
  stated: undefined,
  filled: 8,
  untimed: 0,
  times: new Float64Array(),
  first: 0,
  end: 0.4,
  total: 0.4,
  longest: 0.05,
};
const CUES: StreamInventory = { ...SOUND, packets: 2, filled: 2 };
const DECODED: Decoded = { times: TIMES, faults: 0, firstFault: undefined, code: 0 };
const BYTES = 10_000_000;

const held = (
  streams: Record<number, StreamInventory>,
  more: Partial<Inventory> = {},
): Inventory => ({
  bytes: BYTES,
  farthest: BYTES - 100,
  streams: new Map(Object.entries(streams).map(([index, stream]) => [Number(index), stream])),
  ...more,
});

const probe = probeOf(0.4, { timeBase: [1, 1000], lastAt: 0.36 });
const picture = probe.picture as NonNullable<typeof probe.picture>;
const whole = held({ 0: PICTURE, 1: SOUND, 2: CUES });
const MASTER: MasterEvidence = {
  probe,
  picture,
  bytes: BYTES,
  inventory: whole,
  tail: whole,
  decoded: DECODED,
};
const COPY = { probe, picture, inventory: whole, decoded: DECODED };
const KEPT: Kept[] = [
  { kind: 'sound', of: 1, now: 1, isVerbatim: true },
  { kind: 'captions', of: 2, now: 2, isVerbatim: false },
];
const shortened = { ...PICTURE, packets: 5, times: Float64Array.from(TIMES.slice(0, 5)), end: 0.2 };
const half = { ...DECODED, times: TIMES.slice(0, 5) };

test('two files that hold the same have no difference', () => {
  expect(differenceOf(MASTER, COPY, KEPT)).toBeUndefined();
});

test('clocks may begin anywhere, and may tick otherwise', () => {
  const later = TIMES.map((at) => 90 * (at + 7000));
  const shifted: MasterEvidence = {
    ...MASTER,
    picture: { ...picture, timeBase: [1, 90_000], firstPts: 630_000 },
    inventory: held({
      0: { ...PICTURE, times: Float64Array.from(later), first: 7, end: 7.4 },
      1: { ...SOUND, first: 7, end: 7.4 },
      2: CUES,
    }),
    decoded: { ...DECODED, times: later.map((at) => at - 900) },
    tail: held({ 0: { ...PICTURE, end: 7.4 } }),
  };
  expect(differenceOf(shifted, COPY, KEPT)).toBeUndefined();
});

test.each<
  [what: string, why: RegExp, master: Partial<MasterEvidence>, copy?: Partial<typeof COPY>]
>([
  [
    'both reads end early',
    /states 10 frames, and 5 are listed/,
    {
      decoded: half,
      inventory: held({ 0: { ...shortened, stated: 10 }, 1: SOUND, 2: CUES }),
    },
    { decoded: half, inventory: held({ 0: shortened, 1: SOUND, 2: CUES }) },
  ],
  [
    'both reads end early, and no number is stated',
    /last frame .* 0.16 s, and was at 0.36 s/,
    {
      decoded: half,
      inventory: held({ 0: shortened, 1: SOUND, 2: CUES }),
    },
    { decoded: half, inventory: held({ 0: shortened, 1: SOUND, 2: CUES }) },
  ],
  [
    'both reads end early, and neither times nor numbers are known',
    /ends at byte 5000000 of 10000000/,
    {
      decoded: half,
      picture: { ...picture, lastAt: undefined as never },
      inventory: held({ 0: shortened, 1: SOUND, 2: CUES }, { farthest: BYTES / 2 }),
    },
    { decoded: half, inventory: held({ 0: shortened, 1: SOUND, 2: CUES }) },
  ],
  [
    'the object is shorter than what was taken in',
    /9000000 bytes long, and 10000000 were taken/,
    {
      inventory: { ...whole, bytes: 9_000_000 },
    },
  ],
  [
    'the decode ends early',
    /of the master 5 frames were decoded, and 10 are listed/,
    {
      decoded: half,
    },
  ],
  [
    'the decode tells of a fault',
    /1 faults, first: Stream ends/,
    {
      decoded: { ...DECODED, faults: 1, firstFault: 'Stream ends' },
    },
  ],
  ['the decoder is killed', /ended with a kill/, { decoded: { ...DECODED, code: null } }],
  [
    'a frame is decoded for another time',
    /frame 3 of the master/,
    {
      decoded: { ...DECODED, times: TIMES.with(3, 121) },
    },
  ],
  [
    'the file was cut off before it came',
    /states 9 s and has 0.4 s/,
    {
      probe: { ...probe, stated: 9 },
    },
  ],
  [
    'it was cut off, and states no length',
    /was cut off/,
    {
      probe: { ...probe, cutOff: true },
    },
  ],
  [
    'it may be cut off',
    /may be cut off/,
    {
      probe: { ...probe, mayBeCutOff: true },
    },
  ],
  [
    'files lie one behind the other',
    /second index/,
    {
      probe: { ...probe, secondIndex: true },
    },
  ],
  [
    'its fragments cannot be read on',
    /last 70000 bytes of the master are not read/,
    {
      probe: { ...probe, unread: 70_000 },
    },
  ],
  [
    'its edit list is empty in the middle',
    /empty in its middle/,
    {
      probe: { ...probe, pauses: [[0.1, 0.2]] },
    },
  ],
  [
    'the sound goes on behind what was listed',
    /stream 1 of the master ends at 0.5 s/,
    {
      tail: held({ 1: { ...SOUND, end: 0.5 } }),
    },
  ],
  [
    'the copy lacks a frame',
    /the copy has 9 frames, and the master 10/,
    {},
    {
      decoded: { ...DECODED, times: TIMES.slice(0, 9) },
      inventory: held({
        0: { ...PICTURE, packets: 9, times: Float64Array.from(TIMES.slice(0, 9)) },
        1: SOUND,
        2: CUES,
      }),
    },
  ],
  [
    'the copy has a frame at another time',
    /frame 9 of the copy/,
    {},
    {
      decoded: { ...DECODED, times: TIMES.with(9, 380) },
      inventory: held({
        0: { ...PICTURE, times: Float64Array.from(TIMES.with(9, 380)) },
        1: SOUND,
        2: CUES,
      }),
    },
  ],
  [
    'the copy cannot be decoded',
    /the decode of the copy told of 2 faults/,
    {},
    {
      decoded: { ...DECODED, faults: 2 },
    },
  ],
  [
    'the copy has no sound',
    /the sound 1 is not in the copy/,
    {},
    {
      inventory: held({ 0: PICTURE, 2: CUES }),
    },
  ],
  [
    'the copy lacks a packet of sound',
    /the sound 1 has 7 packets in the copy, and 8/,
    {},
    {
      inventory: held({ 0: PICTURE, 1: { ...SOUND, packets: 7 }, 2: CUES }),
    },
  ],
  [
    'the sound of the copy begins late',
    /the sound 1 begins 0.1 s late/,
    {},
    {
      inventory: held({ 0: PICTURE, 1: { ...SOUND, first: 0.1 }, 2: CUES }),
    },
  ],
  [
    'the sound of the copy ends early',
    /the sound 1 ends -0.2/,
    {},
    {
      inventory: held({ 0: PICTURE, 1: { ...SOUND, end: 0.2 }, 2: CUES }),
    },
  ],
  [
    'the sound of the copy has a hole',
    /the sound 1 is 0.3 s long in the copy, and 0.4 s/,
    {},
    {
      inventory: held({ 0: PICTURE, 1: { ...SOUND, total: 0.3 }, 2: CUES }),
    },
  ],
  [
    'the copy lacks a cue',
    /the captions 2 has 1 cues in the copy, and 2/,
    {},
    {
      inventory: held({ 0: PICTURE, 1: SOUND, 2: { ...CUES, filled: 1 } }),
    },
  ],
])('no copy stands for its master when %s', (_what, why, master, copy = {}) => {
  expect(differenceOf({ ...MASTER, ...master }, { ...COPY, ...copy }, KEPT)).toMatch(why);
});

test('sound that is coded anew may lose what its coder added, and no more', () => {
  const anew = KEPT.map((kept) => ({ ...kept, isVerbatim: false }));
  const with_ = (sound: Partial<StreamInventory>) =>
    differenceOf(
      MASTER,
      { ...COPY, inventory: held({ 0: PICTURE, 1: { ...SOUND, ...sound }, 2: CUES }) },
      anew,
    );
  expect(with_({ packets: 3, end: 0.35, total: 0.33 })).toBeUndefined();
  expect(with_({ packets: 3, end: 0.29 })).toMatch(/ends -0.1/);
});

test('containers that time only some packets are counted', () => {
  const untimed = { ...PICTURE, untimed: 4, times: Float64Array.from(TIMES.slice(0, 6)) };
  const fields = { ...PICTURE, packets: 20, untimed: 10 };
  const of = (stream: StreamInventory, decoded = DECODED) =>
    differenceOf(
      { ...MASTER, decoded, inventory: held({ 0: stream, 1: SOUND, 2: CUES }) },
      COPY,
      KEPT,
    );
  expect(of(untimed)).toBeUndefined();
  expect(of(fields)).toBeUndefined();
  expect(of({ ...untimed, untimed: 5 })).toMatch(/10 frames were decoded, and 11 are listed/);
});
