import {
  isBoxAtOnce,
  isVividBox,
  staysUntilCut,
} from '../../../../layers/media/measure/overlays/boxes.ts';

/** An orange band laid over a table in one frame, and gone with its shot. */
const CAME = {
  sudden: 1,
  together: 1,
  leap: 1,
  n: Math.log(629),
  filled: 0.98,
  stir: 0,
  inBefore: 0,
  ringNow: 0,
};
const STAYED = { boxed: 1, borne: 0.96, kept: 0.02, calm: 0.01 };

test('a box that is there from one frame to the next, while all around it stands still, is one', () => {
  expect(isBoxAtOnce(CAME)).toBe(true);
});

test.each([
  ['was seen only once it had come', { sudden: 0 }],
  ['comes one cell after the other', { together: 0.8 }],
  ['takes more than a frame to come', { leap: 0.5 }],
  ['is smaller than a word', { n: Math.log(40) }],
  ['has gaps, as the outline of a thing has', { filled: 0.6 }],
  ['stirs once it is there', { stir: 0.1 }],
  ['comes where something stirred', { inBefore: 0.2 }],
  ['comes as what is around it changes', { ringNow: 0.2 }],
])('what %s is no such box', (_, odd) => {
  expect(isBoxAtOnce({ ...CAME, ...odd })).toBe(false);
});

test('a box that a cut took as it had come is borne out by that', () => {
  expect(staysUntilCut({ ended: 0 }, STAYED)).toBe(true);
});

test.each([
  ['went while its shot went on: its going tells what it is', { ended: 1 }, {}],
  ['is not what its coming says', { ended: 0 }, { borne: 0.5 }],
  ['changed until the cut', { ended: 0 }, { kept: 0.3 }],
  ['changed now and then', { ended: 0 }, { calm: 0.2 }],
])('what %s is not', (_, end, odd) => {
  expect(staysUntilCut(end, { ...STAYED, ...odd })).toBe(false);
});

/** A green band over a street that is seen from above, as its colours tell. */
const VIVID_CAME = { ...CAME, ended: 0, inBefore: 0.2 };
const VIVID = { ...STAYED, vivid: 34, colourRing: 0.5 };

test('a box far more vivid than a view that moves is one when a cut takes it as it had come', () => {
  expect(isVividBox(VIVID_CAME, VIVID)).toBe(true);
});

test.each([
  ['is paler than what was there', {}, { vivid: -34 }],
  ['comes as the colours around it change', {}, { colourRing: 30 }],
  ['comes where all stirs', { inBefore: 0.5 }, {}],
  ['takes more than a frame to come', { leap: 0.5 }, {}],
  ['has gaps', { filled: 0.6 }, {}],
  ['stirs once it is there', { stir: 0.1 }, {}],
  ['went while its shot went on', { ended: 1 }, {}],
])('what %s is no vivid box', (_, came, stayed) => {
  expect(isVividBox({ ...VIVID_CAME, ...came }, { ...VIVID, ...stayed })).toBe(false);
});
