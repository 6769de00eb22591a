import type { Dice } from '../detectors/random.ts';
import type { Truth } from '../detectors/truth.ts';
import { regionOf } from '../overlays/draw-clips.ts';
import { arrivalOf } from './arrivals.ts';
import { MOVES, moveFilters, pushFilters } from './camera.ts';
import type { Event } from './happening.ts';
import type { LaidShot } from './laid-shot.ts';
import { overlayFilters } from './layers.ts';
import { subtitles } from './subtitles.ts';

const LAYERED: ReadonlySet<Event> = new Set(['overlay', 'titled', 'arriving']);

/** The filters that draw what happens in a shot's own picture; the truth of it is added. */
export function shotFilters(shot: LaidShot, truth: Truth, dice: Dice): string {
  // A camera's own grain: it moves with no view, and is not in what an editor lays over it.
  const noise = shot.grain > 0 ? `,noise=alls=${shot.grain}:allf=t` : '';
  if (LAYERED.has(shot.event)) return noise + layered(shot, truth, dice);
  if (shot.event === 'subtitled') return noise + subtitled(shot, truth, dice);
  if (shot.event === 'move') return moved(shot, truth, dice) + noise;
  if (shot.event === 'push') return pushFilters(shot.take.frames, shot.take.fps, dice) + noise;
  return noise;
}

function moved({ take, from, inner, outer }: LaidShot, truth: Truth, dice: Dice): string {
  const kind = dice.pick(MOVES);
  const end = Math.min(outer, inner + Math.round(dice.between(0.9, 1.5) * take.fps));
  const filters = moveFilters(kind, { from: inner, to: end }, take.fps, dice);
  truth.moves.push({ from: from + inner, to: from + end, kind });
  truth.ignore.push({ from, to: from + take.frames, what: 'freezes' });
  return filters;
}

function layered(shot: LaidShot, truth: Truth, dice: Dice): string {
  const { event, take, from, inner, outer } = shot;
  const { fps, size } = take;
  const frames = (seconds: number): number => Math.round(seconds * fps);
  const begins = event === 'titled' ? 0 : inner + frames(dice.between(0, 0.4));
  const stays = event === 'overlay' && dice.chance(0.2) && shot.join === 'cut';
  const ends = stays ? take.frames : outer - frames(dice.between(0, 0.4));
  // A hair earlier than its frame: rounded up, its time would be that of the one after.
  const start = Math.max(0, begins / fps - 0.002);
  const when = { id: 'over', start, end: ends / fps - 0.002, stays };
  const arrival = event === 'arriving' ? arrivalOf(dice, when) : undefined;
  const filters = arrival?.filters ?? overlayFilters(dice, when);
  const region = regionOf(filters, `${size.width}x${size.height}`, (begins + ends) / 2 / fps);
  const whole = arrival && { from: from + frames(arrival.comes), to: from + frames(arrival.goes) };
  const span = { from: from + begins, to: from + ends, ...(whole && { whole }) };
  if (region[2] > region[0]) truth.overlays.push({ ...span, open: false, region });
  return filters;
}

function subtitled({ take, from, inner, outer, length, lead }: LaidShot, truth: Truth, dice: Dice) {
  const { fps, size } = take;
  // A film's subtitles keep to its cuts as often as not.
  const begins = dice.chance(0.35) ? lead : inner;
  const ends = dice.chance(0.3) ? lead + length : outer;
  const all = subtitles(dice, { from: begins, to: ends, fps });
  for (const { filters, from: first, to } of all) {
    const region = regionOf(filters, `${size.width}x${size.height}`, (first + to) / 2 / fps);
    truth.overlays.push({ from: from + first, to: from + to, open: false, region });
  }
  return all.map(({ filters }) => filters).join('');
}
