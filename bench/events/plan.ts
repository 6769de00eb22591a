import type { Clip, Effect, Entrance } from '../detectors/clip.ts';
import { blackEffect, blackFrames, fadeEffect } from '../detectors/effects.ts';
import type { Dice } from '../detectors/random.ts';
import { type Direction, noTruth, type Truth } from '../detectors/truth.ts';
import { chooseTake } from './choose-take.ts';
import type { Event, Join } from './happening.ts';
import type { LaidShot } from './laid-shot.ts';
import type { OneShot } from './one-shots.ts';
import { shotEffects } from './shot-effects.ts';
import { shotFilters } from './shot-filters.ts';
import { shoot, type Take } from './take.ts';

const WIPES: readonly Direction[] = ['left', 'right', 'up', 'down'];
const CUT: Entrance = { kind: 'cut', frames: 0, direction: 'left' };
/** How long a shot is between its joins, by what happens in it. */
const SECONDS: Record<Event, readonly [number, number]> = {
  overlay: [2.7, 3.4],
  titled: [2.4, 3.4],
  arriving: [3, 4],
  subtitled: [4, 5.5],
  freeze: [2, 3.2],
  flash: [1.4, 2],
  insert: [1.4, 2],
  move: [2, 2.6],
  push: [2, 3.2],
  standing: [2.5, 3.5],
  grain: [2, 3],
  photograph: [1.5, 2.5],
  nothing: [1.4, 2.2],
};
/** Between a shot's joins and what happens in it. */
const CLEAR_SECONDS = 0.35;

/**
 * Lays out a clip of a shot for each event, `joins` between them. What is thrown is thrown in one
 * order, so that the same dice give the same clip.
 */
export function planClip(
  clip: Pick<Clip, 'name' | 'fps' | 'encoder'> & { size: { width: number; height: number } },
  events: readonly Event[],
  joins: readonly Join[],
  sources: readonly OneShot[],
  dice: Dice,
): Clip {
  const { fps, size } = clip;
  const truth = noTruth();
  const shots: Clip['shots'] = [];
  const effects: Effect[] = [];
  const frames = (seconds: number): number => Math.round(seconds * fps);
  let from = 0;
  let last: Take | undefined;
  let entrance = CUT;
  /** Frames over which the shot rises out of black. */
  let rise = 0;

  for (const [index, event] of events.entries()) {
    const join = joins[index];
    const next = entranceBy(join, dice);
    const lead = entrance.frames + rise;
    const fall = join === 'black' ? frames(dice.between(0.35, 0.9)) : 0;
    const length = frames(dice.between(...SECONDS[event]));
    const { take, grain } = chooseTake(
      {
        event,
        fps,
        size,
        frames: lead + length + fall + next.frames,
        sources,
        last,
        isMixed: entrance.kind === 'dissolve',
      },
      dice,
    );
    const [inner, outer] = [lead + frames(CLEAR_SECONDS), lead + length - frames(CLEAR_SECONDS)];
    const shot: LaidShot = { event, join, take, grain, from, lead, length, inner, outer };
    take.filters = shotFilters(shot, truth, dice);
    shots.push({ shot: shoot(take), from, entrance });
    addEntrance(truth, from, entrance, joins[index - 1]);
    addUnlabelled(truth, shot);
    effects.push(...shotEffects(shot, truth, sources, dice));

    from += lead + length;
    rise = 0;
    if (join === 'black') {
      const dark = from + fall;
      const lit = dark + frames(dice.between(0.15, 0.5));
      rise = frames(dice.between(0.35, 0.9));
      effects.push(fadeEffect(from, dark, 'out'), blackEffect(dark, lit));
      effects.push(fadeEffect(lit, lit + rise, 'in'));
      truth.fades.push({ from, to: dark, kind: 'out' }, { from: lit, to: lit + rise, kind: 'in' });
      truth.blacks.push({ from: dark - blackFrames(fall), to: lit + blackFrames(rise) });
      from = lit;
    }
    entrance = next;
    last = take;
  }
  const keep = { expression: '1', test: () => true };
  return { ...clip, frames: from, keep, grain: 0, shots, effects, truth };
}

const entranceBy = (join: Join | undefined, dice: Dice): Entrance =>
  join === 'dissolve' || join === 'wipe'
    ? { kind: join, frames: dice.whole(8, 40), direction: dice.pick(WIPES) }
    : CUT;

function addEntrance(
  truth: Truth,
  from: number,
  { kind, frames, direction }: Entrance,
  joined: Join | undefined,
): void {
  const entered = { from, to: from + frames };
  if (joined === 'cut') truth.cuts.push(from);
  if (kind === 'dissolve') truth.dissolves.push(entered);
  if (kind === 'wipe') truth.wipes.push({ ...entered, kind: direction });
}

/** Nobody labelled how the camera moves in footage, unless it stands or the move is ours. */
function addUnlabelled(truth: Truth, { event, take, from }: LaidShot): void {
  if (event === 'move' || (take.source.standing && event !== 'push')) return;
  const all = { from, to: from + take.frames };
  truth.ignore.push({ ...all, what: 'moves' }, { ...all, what: 'whips' });
}
