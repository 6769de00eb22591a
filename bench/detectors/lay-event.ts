import type { ClipUnderWay } from './clip-under-way.ts';
import { blackEffect, flashEffect, insertEffect, lightEffect, overlayEffect } from './effects.ts';
import { makeShot } from './shot.ts';
import type { Stretch } from './truth.ts';

export type EventKind = 'insert' | 'flash' | 'overlay' | 'ramp' | 'switch' | 'freeze' | 'black';

/** Where an event may lie, in frames of the clip. */
interface Slot extends Stretch {
  readonly shotEnd: number;
  /** Frames of the shot over which the next one comes in. */
  readonly tail: number;
}

type Lay = (clip: ClipUnderWay, slot: Slot) => void;

const insert: Lay = (clip, { from }) => {
  const end = from + clip.dice.pick([1, 1, 1, 2, 3]);
  const source = clip.newSource();
  const { fps } = clip.form;
  const other = makeShot(
    { frames: 1, fps, source, moves: [], passers: 0, sway: 0, lead: 0, tail: 0 },
    clip.dice,
  );
  clip.effects.push(insertEffect(from, end, other));
  clip.truth.inserts.push({ from, to: end });
};

const flash: Lay = (clip, { from }) => {
  const end = from + clip.dice.whole(1, Math.max(3, clip.frames(0.1)));
  clip.effects.push(flashEffect(from, end, clip.dice));
  clip.truth.flashes.push({ from, to: end });
};

const overlay: Lay = (clip, { from, to, shotEnd }) => {
  const { dice } = clip;
  const width = dice.between(0.18, 0.7);
  const height = dice.between(0.1, 0.22);
  const x = dice.between(0.04, 0.96 - width);
  const y = dice.pick([
    dice.between(0.7, 0.95 - height),
    dice.between(0.05, 0.2),
    dice.between(0.3, 0.6),
  ]);
  const open = to >= shotEnd - clip.frames(0.25) && dice.chance(0.3);
  const end = open ? shotEnd : to - clip.frames(0.3);
  const fade = {
    in: dice.pick([0, 0, clip.frames(0.3)]),
    out: open ? 0 : dice.pick([0, clip.frames(0.3)]),
  };
  const region: [number, number, number, number] = [x, y, x + width, y + height];
  clip.effects.push(overlayEffect({ from, to: end }, { fade, region }, dice));
  clip.truth.overlays.push({ from, to: end, open: false, region });
};

/** @param seconds in which the light changes; 0 at once */
const light =
  (seconds: number): Lay =>
  (clip, { from, shotEnd, tail }) => {
    const { dice } = clip;
    const gain = dice.pick([dice.between(0.5, 0.75), dice.between(1.25, 1.6)]);
    // Over a transition it would also light the next shot, and jump where the transition ends.
    if (tail > 0) return;
    clip.effects.push(lightEffect(from, shotEnd, clip.frames(seconds), gain));
  };

const freeze: Lay = (clip, { from, to }) => {
  const end = Math.min(to, from + clip.frames(clip.dice.between(1.15, 2.6)));
  clip.effects.push({ from, to: end, apply: 'hold' });
  clip.truth.freezes.push({ from, to: end });
  clip.truth.ignore.push({ from: from - 1, to: end + 2, what: 'moves' });
  // Life went on behind the held picture: where it comes back, a jump cut is a fair word.
  clip.truth.ignore.push({ from: end, to: end + 1, what: 'cuts' });
};

const black: Lay = (clip, { from }) => {
  const end = from + Math.max(6, clip.frames(clip.dice.between(0.12, 0.6)));
  clip.effects.push(blackEffect(from, end));
  clip.truth.blacks.push({ from, to: end });
  clip.truth.ignore.push({ from: from - 1, to: end + 2, what: 'cuts' });
};

/** Each kind of event: what is drawn of it, and the truth about it. */
export const LAY: Readonly<Record<EventKind, Lay>> = {
  insert,
  flash,
  overlay,
  ramp: light(0.7),
  switch: light(0),
  freeze,
  black,
};
