import type { Clip, Effect, Entrance } from './clip.ts';
import {
  blackEffect,
  fadeEffect,
  flashEffect,
  insertEffect,
  lightEffect,
  overlayEffect,
} from './effects.ts';
import type { Dice } from './random.ts';
import { type Errand, makeShot } from './shot.ts';
import type { Source } from './sources.ts';
import { type Direction, type Move, noTruth } from './truth.ts';

/** How many of each go into one clip. */
export interface Share {
  moves: Errand[];
  wipes: Direction[];
  dissolves: number[];
  inserts: number;
  flashes: number;
  overlays: number;
}

const CUT: Entrance = { kind: 'cut', frames: 0, direction: 'left' };

/** Ways to drop frames: none, a 24-in-30 like rhythm, bursts of halved rate. */
export const CADENCES: Clip['keep'][] = [
  { expression: '1', test: () => true },
  { expression: 'mod(n\\,5)', test: (n) => n % 5 !== 0 || n === 0 },
  { expression: 'lt(mod(n\\,90)\\,45)+mod(n\\,2)', test: (n) => n % 90 < 45 || n % 2 === 1 },
];
// The first frame is always kept: it is the zero of every clock.
for (const cadence of CADENCES) cadence.expression = `eq(n\\,0)+${cadence.expression}`;

/** Lays out one clip: shots, transitions, events and the truth about them. */
export function buildClip(
  clip: Pick<Clip, 'name' | 'fps' | 'keep' | 'encoder' | 'grain'>,
  share: Share,
  sources: readonly Source[],
  dice: Dice,
): Clip {
  const { fps } = clip;
  const truth = noTruth();
  const shots: Clip['shots'] = [];
  const effects: Effect[] = [];
  let cursor = 0;
  let lastSource: Source | undefined;
  const frames = (seconds: number): number => Math.round(seconds * fps);
  // A rhythm that drops every second frame leaves half of a shot: five frames are to be left.
  const slow = clip.keep === CADENCES[0] ? 1 : 2;
  // A camera's way cannot be seen on a plain gradient, not even by people.
  const landscapes = sources.filter(({ real, name }) => !real && !name.startsWith('gradients'));

  const newSource = (similar: boolean, still: boolean): Source => {
    if (similar && lastSource?.fps === 0) return lastSource;
    const pool = (still ? landscapes : sources).filter((source) => source !== lastSource);
    return dice.pick(pool);
  };
  const add = (
    options: {
      seconds: number;
      errands?: Errand[];
      still?: boolean;
      passers?: number;
      similar?: boolean;
      bare?: boolean;
    },
    entrance: Entrance,
    tail = 0,
  ): { from: number } => {
    const source = newSource(options.similar ?? false, options.still ?? false);
    lastSource = source;
    const total = entrance.frames + tail + frames(options.seconds);
    const sway = options.bare ? 0 : dice.between(0.0015, 0.004);
    const shot = makeShot(
      {
        frames: total,
        fps,
        source,
        moves: options.errands ?? [],
        passers: options.passers ?? 0,
        sway,
        lead: entrance.frames,
        tail,
      },
      dice,
    );
    const from = cursor;
    shots.push({ shot, from, entrance });
    const span = { from, to: from + entrance.frames };
    if (from > 0 && entrance.kind === 'cut') truth.cuts.push(from);
    if (entrance.kind === 'dissolve') truth.dissolves.push(span);
    if (entrance.kind === 'wipe') truth.wipes.push({ ...span, kind: entrance.direction });
    for (const { from: a, to: b, kind } of shot.moves) {
      const stretch = { from: from + a, to: from + b };
      if (kind.startsWith('whip')) truth.whips.push(stretch);
      else truth.moves.push({ ...stretch, kind: kind as Move });
    }
    if (shot.real) {
      for (const what of ['moves', 'freezes', 'overlays', 'whips'] as const) {
        truth.ignore.push({ from, to: from + total, what });
      }
    }
    // A plain gradient hides the hand's sway: what is coded of it is as still as a photograph.
    if (source.name.startsWith('gradients'))
      truth.ignore.push({ from, to: from + total, what: 'freezes' });
    cursor = from + total - tail;
    return { from: from + entrance.frames };
  };

  const entrances: Entrance[] = dice.shuffle([
    ...share.wipes.map(
      (direction): Entrance => ({
        kind: 'wipe',
        frames: Math.max(6, frames(dice.between(0.3, 1))),
        direction,
      }),
    ),
    ...share.dissolves.map(
      (length): Entrance => ({ kind: 'dissolve', frames: length, direction: 'left' }),
    ),
  ]);
  const pending: (() => void)[] = [];
  let next: Entrance = CUT;
  const withTransitions = (make: (entrance: Entrance, tail: number) => void): void => {
    const entrance = next;
    next = dice.chance(0.6) ? (entrances.pop() ?? CUT) : CUT;
    make(entrance, next.frames);
  };

  const errands = [...share.moves];
  while (errands.length > 0) {
    const pair = errands.splice(0, 2);
    const seconds = pair.reduce((sum) => sum + dice.between(1.1, 1.7), 0);
    pending.push(() =>
      withTransitions((entrance, tail) => {
        add(
          {
            seconds,
            errands: pair,
            still: true,
            passers: dice.chance(0.3) ? 1 : 0,
            similar: entrance.kind === 'dissolve' && dice.chance(0.25),
          },
          entrance,
          tail,
        );
      }),
    );
  }
  const events = dice.shuffle([
    ...Array.from({ length: share.inserts }, () => 'insert' as const),
    ...Array.from({ length: share.flashes }, () => 'flash' as const),
    ...Array.from({ length: share.overlays }, () => 'overlay' as const),
    'ramp' as const,
    'switch' as const,
    'freeze' as const,
    'freeze' as const,
    'black' as const,
  ]);
  while (events.length > 0) {
    const group = events.splice(0, 3);
    pending.push(() =>
      withTransitions((entrance, tail) => {
        const slots = group.map((kind) => ({
          kind,
          seconds: kind === 'overlay' || kind === 'freeze' ? dice.between(2.4, 3.4) : 1.1,
        }));
        const seconds = slots.reduce((sum, slot) => sum + slot.seconds, 0);
        const { from } = add({ seconds, passers: dice.whole(0, 3) }, entrance, tail);
        let at = from;
        for (const slot of slots) {
          event(
            slot.kind,
            at + frames(0.35),
            at + frames(slot.seconds) - frames(0.2),
            from + frames(seconds),
            tail,
          );
          at += frames(slot.seconds);
        }
      }),
    );
  }
  const event = (
    kind: 'insert' | 'flash' | 'overlay' | 'ramp' | 'switch' | 'freeze' | 'black',
    from: number,
    to: number,
    shotEnd: number,
    tail: number,
  ): void => {
    if (kind === 'insert') {
      const end = from + dice.pick([1, 1, 1, 2, 3]);
      const other = makeShot(
        {
          frames: 1,
          fps,
          source: newSource(false, false),
          moves: [],
          passers: 0,
          sway: 0,
          lead: 0,
          tail: 0,
        },
        dice,
      );
      effects.push(insertEffect(from, end, other));
      truth.inserts.push({ from, to: end });
    } else if (kind === 'flash') {
      const end = from + dice.whole(1, Math.max(3, frames(0.1)));
      effects.push(flashEffect(from, end, dice));
      truth.flashes.push({ from, to: end });
    } else if (kind === 'overlay') {
      const width = dice.between(0.18, 0.7);
      const height = dice.between(0.1, 0.22);
      const x = dice.between(0.04, 0.96 - width);
      const y = dice.pick([
        dice.between(0.7, 0.95 - height),
        dice.between(0.05, 0.2),
        dice.between(0.3, 0.6),
      ]);
      const open = to >= shotEnd - frames(0.25) && dice.chance(0.3);
      const end = open ? shotEnd : to - frames(0.3);
      const fade = {
        in: dice.pick([0, 0, frames(0.3)]),
        out: open ? 0 : dice.pick([0, frames(0.3)]),
      };
      const region: [number, number, number, number] = [x, y, x + width, y + height];
      effects.push(overlayEffect(from, end, fade, region, dice));
      truth.overlays.push({ from, to: end, open: false, region });
    } else if (kind === 'ramp' || kind === 'switch') {
      const gain = dice.pick([dice.between(0.5, 0.75), dice.between(1.25, 1.6)]);
      // Over a transition it would also light the next shot, and jump where the transition ends.
      if (tail === 0) {
        effects.push(lightEffect(from, shotEnd, kind === 'ramp' ? frames(0.7) : 0, gain));
      }
    } else if (kind === 'freeze') {
      const end = Math.min(to, from + frames(dice.between(1.15, 2.6)));
      effects.push({ from, to: end, apply: 'hold' });
      truth.freezes.push({ from, to: end });
      truth.ignore.push({ from: from - 1, to: end + 2, what: 'moves' });
      // Life went on behind the held picture: where it comes back, a jump cut is a fair word.
      truth.ignore.push({ from: end, to: end + 1, what: 'cuts' });
    } else {
      const end = from + Math.max(6, frames(dice.between(0.12, 0.6)));
      effects.push(blackEffect(from, end));
      truth.blacks.push({ from, to: end });
      truth.ignore.push({ from: from - 1, to: end + 2, what: 'cuts' });
    }
  };
  for (let i = 0; i < 2; i++) {
    pending.push(() => {
      for (let j = dice.whole(3, 5); j > 0; j--) {
        add({ seconds: (dice.whole(5, 14) * slow) / fps, passers: dice.chance(0.3) ? 1 : 0 }, next);
        next = CUT;
      }
    });
  }
  pending.push(() => {
    // A photograph: nothing lives in it, so the whole shot is a freeze where there is no grain.
    const { from } = add({ seconds: dice.between(1.5, 3), bare: true, still: true }, next);
    next = CUT;
    if (clip.grain === 0 && lastSource?.fps === 0) truth.freezes.push({ from, to: cursor });
    else truth.ignore.push({ from, to: cursor, what: 'freezes' });
  });
  pending.push(() => {
    // Out into black, and up again on another picture.
    const out = frames(dice.between(0.35, 1.2));
    const dark = frames(dice.between(0.15, 0.7));
    const up = frames(dice.between(0.35, 1.2));
    add({ seconds: 0.8 + (out + dark) / fps, passers: 1 }, next);
    const end = cursor;
    effects.push(fadeEffect(end - dark - out, end - dark, 'out'), blackEffect(end - dark, end));
    truth.fades.push({ from: end - dark - out, to: end - dark, kind: 'out' });
    truth.blacks.push({ from: end - dark, to: end });
    next = CUT;
    add({ seconds: up / fps + 0.8, passers: 1 }, next);
    truth.cuts.pop();
    effects.push(fadeEffect(end, end + up, 'in'));
    truth.fades.push({ from: end, to: end + up, kind: 'in' });
  });
  const order = dice.shuffle(pending);
  for (const step of order) step();
  while (entrances.length > 0)
    withTransitions((entrance, tail) => void add({ seconds: 1.2, passers: 1 }, entrance, tail));
  withTransitions((entrance) => {
    add({ seconds: 1.2, passers: 1 }, entrance);
  });
  return { ...clip, frames: cursor, shots, effects, truth };
}
