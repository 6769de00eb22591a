import type { Clip, Entrance } from './clip.ts';
import { type ClipForm, ClipUnderWay, CUT } from './clip-under-way.ts';
import { blackEffect, blackFrames, fadeEffect } from './effects.ts';
import { type EventKind, LAY } from './lay-event.ts';
import type { Dice } from './random.ts';
import type { Errand } from './shot.ts';
import type { Source } from './sources.ts';
import type { Direction } from './truth.ts';

/** How many of each go into one clip. */
export interface Share {
  moves: Errand[];
  wipes: Direction[];
  dissolves: number[];
  inserts: number;
  flashes: number;
  overlays: number;
}

/** Ways to drop frames: none, a 24-in-30 like rhythm, bursts of halved rate. */
export const CADENCES: Clip['keep'][] = [
  { expression: '1', test: () => true },
  { expression: 'mod(n\\,5)', test: (n) => n % 5 !== 0 || n === 0 },
  { expression: 'lt(mod(n\\,90)\\,45)+mod(n\\,2)', test: (n) => n % 90 < 45 || n % 2 === 1 },
];
// The first frame is always kept: it is the zero of every clock.
for (const cadence of CADENCES) cadence.expression = `eq(n\\,0)+${cadence.expression}`;

/** A part of a clip that is laid out when its turn comes. */
type Part = () => void;

/** Lays out one clip: shots, transitions, events and the truth about them. */
export function buildClip(
  form: ClipForm,
  share: Share,
  sources: readonly Source[],
  dice: Dice,
): Clip {
  const clip = new ClipUnderWay(form, sources, dice);
  const entrances = entrancesOf(clip, share);
  const withTransitions = (make: (entrance: Entrance, tail: number) => void): void => {
    const entrance = clip.next;
    clip.next = dice.chance(0.6) ? (entrances.pop() ?? CUT) : CUT;
    make(entrance, clip.next.frames);
  };
  const parts = [
    ...movingShots(clip, share, withTransitions),
    ...eventfulShots(clip, share, withTransitions),
    () => quickCuts(clip),
    () => quickCuts(clip),
    () => photograph(clip),
    () => throughBlack(clip),
  ];
  for (const lay of dice.shuffle(parts)) lay();
  while (entrances.length > 0)
    withTransitions(
      (entrance, tail) => void clip.add({ seconds: 1.2, passers: 1 }, entrance, tail),
    );
  withTransitions((entrance) => void clip.add({ seconds: 1.2, passers: 1 }, entrance));
  return clip.finished();
}

type WithTransitions = (make: (entrance: Entrance, tail: number) => void) => void;

const entrancesOf = (clip: ClipUnderWay, { wipes, dissolves }: Share): Entrance[] =>
  clip.dice.shuffle([
    ...wipes.map(
      (direction): Entrance => ({
        kind: 'wipe',
        frames: Math.max(6, clip.frames(clip.dice.between(0.3, 1))),
        direction,
      }),
    ),
    ...dissolves.map((frames): Entrance => ({ kind: 'dissolve', frames, direction: 'left' })),
  ]);

/** Shots of two camera moves each. */
function movingShots(clip: ClipUnderWay, share: Share, withTransitions: WithTransitions): Part[] {
  const { dice } = clip;
  const parts: Part[] = [];
  const left = [...share.moves];
  while (left.length > 0) {
    const errands = left.splice(0, 2);
    const seconds = errands.reduce((sum) => sum + dice.between(1.1, 1.7), 0);
    parts.push(() =>
      withTransitions((entrance, tail) => {
        const passers = dice.chance(0.3) ? 1 : 0;
        const similar = entrance.kind === 'dissolve' && dice.chance(0.25);
        clip.add({ seconds, errands, still: true, passers, similar }, entrance, tail);
      }),
    );
  }
  return parts;
}

/** Shots of three events each. */
function eventfulShots(clip: ClipUnderWay, share: Share, withTransitions: WithTransitions): Part[] {
  const { dice } = clip;
  const some = (count: number, kind: EventKind) => Array.from({ length: count }, () => kind);
  const events = dice.shuffle<EventKind>([
    ...some(share.inserts, 'insert'),
    ...some(share.flashes, 'flash'),
    ...some(share.overlays, 'overlay'),
    'ramp',
    'switch',
    'freeze',
    'freeze',
    'black',
  ]);
  const parts: Part[] = [];
  while (events.length > 0) {
    const group = events.splice(0, 3);
    parts.push(() =>
      withTransitions((entrance, tail) => {
        const slots = group.map((kind) => ({
          kind,
          seconds: kind === 'overlay' || kind === 'freeze' ? dice.between(2.4, 3.4) : 1.1,
        }));
        const seconds = slots.reduce((sum, slot) => sum + slot.seconds, 0);
        const first = clip.add({ seconds, passers: dice.whole(0, 3) }, entrance, tail);
        const shotEnd = first + clip.frames(seconds);
        let at = first;
        for (const slot of slots) {
          const from = at + clip.frames(0.35);
          const to = at + clip.frames(slot.seconds) - clip.frames(0.2);
          LAY[slot.kind](clip, { from, to, shotEnd, tail });
          at += clip.frames(slot.seconds);
        }
      }),
    );
  }
  return parts;
}

function quickCuts(clip: ClipUnderWay): void {
  const { dice, form } = clip;
  // A rhythm that drops every second frame leaves half of a shot: five frames are to be left.
  const slow = form.keep === CADENCES[0] ? 1 : 2;
  for (let j = dice.whole(3, 5); j > 0; j--) {
    const seconds = (dice.whole(5, 14) * slow) / form.fps;
    clip.add({ seconds, passers: dice.chance(0.3) ? 1 : 0 }, clip.next);
    clip.next = CUT;
  }
}

/** Nothing lives in it, so the whole shot is a freeze where there is no grain. */
function photograph(clip: ClipUnderWay): void {
  const { truth, dice, form } = clip;
  const from = clip.add({ seconds: dice.between(1.5, 3), bare: true, still: true }, clip.next);
  clip.next = CUT;
  if (form.grain === 0 && clip.endsOnStill) truth.freezes.push({ from, to: clip.end });
  else truth.ignore.push({ from, to: clip.end, what: 'freezes' });
}

/** Out into black, and up again on another picture. */
function throughBlack(clip: ClipUnderWay): void {
  const { truth, effects, dice, form } = clip;
  const out = clip.frames(dice.between(0.35, 1.2));
  const dark = clip.frames(dice.between(0.15, 0.7));
  const up = clip.frames(dice.between(0.35, 1.2));
  clip.add({ seconds: 0.8 + (out + dark) / form.fps, passers: 1 }, clip.next);
  const { end } = clip;
  effects.push(fadeEffect(end - dark - out, end - dark, 'out'), blackEffect(end - dark, end));
  truth.fades.push({ from: end - dark - out, to: end - dark, kind: 'out' });
  truth.blacks.push({ from: end - dark - blackFrames(out), to: end + blackFrames(up) });
  clip.next = CUT;
  clip.add({ seconds: up / form.fps + 0.8, passers: 1 }, clip.next);
  truth.cuts.pop();
  effects.push(fadeEffect(end, end + up, 'in'));
  truth.fades.push({ from: end, to: end + up, kind: 'in' });
}
