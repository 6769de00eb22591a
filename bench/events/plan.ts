import type { Clip, Effect, Entrance } from '../detectors/clip.ts';
import { blackEffect, fadeEffect, flashEffect, insertEffect } from '../detectors/effects.ts';
import type { Dice } from '../detectors/random.ts';
import { type Direction, noTruth } from '../detectors/truth.ts';
import { regionOf } from '../overlays/draw-clips.ts';
import { arrivalOf } from './arrivals.ts';
import { MOVES, moveFilters, pushFilters } from './camera.ts';
import { overlayFilters } from './layers.ts';
import type { OneShot } from './one-shots.ts';
import { shoot, type Take } from './take.ts';

/** What happens in a shot: at most one thing, so that each stands for itself. */
const EVENTS = [
  ...Array<'overlay'>(12).fill('overlay'),
  ...Array<'freeze'>(7).fill('freeze'),
  ...Array<'flash'>(3).fill('flash'),
  ...Array<'insert'>(3).fill('insert'),
  ...Array<'move'>(4).fill('move'),
  ...Array<'push'>(3).fill('push'),
  ...Array<'standing'>(3).fill('standing'),
  ...Array<'grain'>(3).fill('grain'),
  ...Array<'photograph'>(1).fill('photograph'),
  ...Array<'nothing'>(1).fill('nothing'),
] as const;
const JOINS = [
  ...Array<'cut'>(12).fill('cut'),
  ...Array<'dissolve'>(12).fill('dissolve'),
  ...Array<'wipe'>(5).fill('wipe'),
  ...Array<'black'>(3).fill('black'),
] as const;

/** Shots that begin with what is laid over them, which goes before they end, and quiet ones. */
const TITLED = [
  ...Array<'titled'>(6).fill('titled'),
  ...Array<'freeze'>(1).fill('freeze'),
  ...Array<'move'>(1).fill('move'),
  ...Array<'push'>(1).fill('push'),
  ...Array<'standing'>(1).fill('standing'),
  ...Array<'nothing'>(2).fill('nothing'),
] as const;

/** Shots over which something comes bit by bit, and quiet ones. */
const ARRIVING = TITLED.map((event) => (event === 'titled' ? 'arriving' : event));

export type Event = (typeof EVENTS | typeof TITLED | typeof ARRIVING)[number];
export type Join = (typeof JOINS)[number];

/** What happens in the shots of clips, and between them, each as often as it stands there. */
export interface Happening {
  readonly events: readonly Event[];
  readonly joins: readonly Join[];
}
export const USUAL: Happening = { events: EVENTS, joins: JOINS };
export const TITLED_SHOTS: Happening = { events: TITLED, joins: ['cut'] };
export const ARRIVING_LAYERS: Happening = { events: ARRIVING, joins: ['cut'] };

const LAYERED: ReadonlySet<Event> = new Set(['overlay', 'titled', 'arriving']);

const WIPES: readonly Direction[] = ['left', 'right', 'up', 'down'];
const CUT: Entrance = { kind: 'cut', frames: 0, direction: 'left' };
const SECONDS: Record<Event, readonly [number, number]> = {
  overlay: [2.7, 3.4],
  titled: [2.4, 3.4],
  arriving: [3, 4],
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

/** Lays out a clip of a shot for each event, `joins` between them. */
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
  let cursor = 0;
  let last: Take | undefined;
  let entrance = CUT;
  /** Frames over which the shot rises out of black. */
  let rise = 0;

  const sourceFor = (needed: number, event: Event, alike: boolean): OneShot => {
    if (alike && last && last.source.duration >= needed + 0.2) return last.source;
    const long = sources.filter(
      (source) => source.duration >= needed + 0.2 && (event !== 'standing' || source.standing),
    );
    const other = long.filter((source) => source !== last?.source);
    return dice.pick(other.length > 0 ? other : long);
  };
  const ignore = (from: number, to: number, ...what: ('moves' | 'whips' | 'freezes' | 'cuts')[]) =>
    truth.ignore.push(...what.map((kind) => ({ from, to, what: kind })));

  events.forEach((event, index) => {
    const join = joins[index];
    const next: Entrance =
      join === 'dissolve' || join === 'wipe'
        ? { kind: join, frames: dice.whole(8, 40), direction: dice.pick(WIPES) }
        : CUT;
    const lead = entrance.frames + rise;
    const fall = join === 'black' ? frames(dice.between(0.35, 0.9)) : 0;
    const length = frames(dice.between(...SECONDS[event]));
    const total = lead + length + fall + next.frames;
    const still =
      ['move', 'grain', 'photograph'].includes(event) || (event === 'push' && dice.chance(0.5));
    const alike = entrance.kind === 'dissolve' && dice.chance(0.3);
    const source = sourceFor(still ? 0.5 : total / fps, event, alike);
    // In spreads of 1.7 to 4.6 grey levels: what a small camera makes indoors, and what film has.
    const grainy = event === 'grain' || dice.chance(0.25);
    const grain = grainy ? dice.whole(3, 8) : 0;
    const take: Take = {
      source,
      fps,
      size,
      still,
      frames: total,
      start: dice.between(0, source.duration - (still ? 0.3 : total / fps + 0.1)),
      mirrored: alike ? !last?.mirrored : dice.chance(0.3),
      zoom: alike ? dice.between(1.2, 1.6) : dice.pick([1, 1, dice.between(1.1, 1.4)]),
      filters: '',
    };
    const from = cursor;
    const [inner, outer] = [lead + frames(0.35), lead + length - frames(0.35)];
    if (event === 'move') {
      const kind = dice.pick(MOVES);
      const end = Math.min(outer, inner + frames(dice.between(0.9, 1.5)));
      take.filters = moveFilters(kind, inner, end, fps, dice);
      truth.moves.push({ from: from + inner, to: from + end, kind });
      ignore(from, from + total, 'freezes');
    } else if (event === 'push') {
      take.filters = pushFilters(total, fps, dice);
    } else if (LAYERED.has(event)) {
      const begins = event === 'titled' ? 0 : inner + frames(dice.between(0, 0.4));
      const stays = event === 'overlay' && dice.chance(0.2) && join === 'cut';
      const ends = stays ? total : outer - frames(dice.between(0, 0.4));
      // A hair earlier than its frame: rounded up, its time would be that of the one after.
      const start = Math.max(0, begins / fps - 0.002);
      const when = { id: 'over', start, end: ends / fps - 0.002, stays };
      const arrival = event === 'arriving' ? arrivalOf(dice, when) : undefined;
      take.filters = arrival?.filters ?? overlayFilters(dice, when);
      const region = regionOf(
        take.filters,
        `${size.width}x${size.height}`,
        (begins + ends) / 2 / fps,
      );
      const whole = arrival && {
        from: from + frames(arrival.comes),
        to: from + frames(arrival.goes),
      };
      const span = { from: from + begins, to: from + ends, ...(whole && { whole }) };
      if (region[2] > region[0]) truth.overlays.push({ ...span, open: false, region });
    }
    // A camera's own grain: it moves with no view, and is not in what an editor lays over it.
    const noise = grain > 0 ? `,noise=alls=${grain}:allf=t` : '';
    take.filters = LAYERED.has(event) ? noise + take.filters : take.filters + noise;
    shots.push({ shot: shoot(take), from, entrance });
    const joined = joins[index - 1];
    if (joined === 'cut') truth.cuts.push(from);
    const entered = { from, to: from + entrance.frames };
    if (entrance.kind === 'dissolve') truth.dissolves.push(entered);
    if (entrance.kind === 'wipe') truth.wipes.push({ ...entered, kind: entrance.direction });
    if (event !== 'move' && (!source.standing || event === 'push'))
      ignore(from, from + total, 'moves', 'whips');

    const [a, b] = [from + inner, from + outer];
    if (event === 'freeze') {
      const end = Math.min(b, a + frames(dice.between(1.1, 2.4)));
      effects.push({ from: a, to: end, apply: 'hold' });
      truth.freezes.push({ from: a, to: end });
      // Life went on behind the held picture: where it comes back, a jump cut is a fair word.
      ignore(end - 1, end + 1, 'cuts');
      ignore(a - 1, end + 2, 'moves');
    } else if (event === 'photograph') {
      if (grain === 0) truth.freezes.push({ from: from + lead, to: from + lead + length });
    } else if (event === 'flash') {
      const end = a + dice.whole(1, Math.max(3, frames(0.1)));
      effects.push(flashEffect(a, end, dice));
      truth.flashes.push({ from: a, to: end });
    } else if (event === 'insert') {
      const strange = dice.pick(sources.filter((one) => one !== source));
      const shown = { ...take, source: strange, frames: 1, still: true, filters: '', start: 0.2 };
      const end = a + dice.pick([1, 1, 1, 2]);
      effects.push(insertEffect(a, end, shoot(shown)));
      truth.inserts.push({ from: a, to: end });
    }
    cursor = from + lead + length;
    rise = 0;
    if (join === 'black') {
      const dark = frames(dice.between(0.15, 0.5));
      rise = frames(dice.between(0.35, 0.9));
      const empty = cursor + fall;
      cursor = empty + dark;
      effects.push(fadeEffect(empty - fall, empty, 'out'), blackEffect(empty, cursor));
      effects.push(fadeEffect(cursor, cursor + rise, 'in'));
      truth.fades.push(
        { from: empty - fall, to: empty, kind: 'out' },
        { from: cursor, to: cursor + rise, kind: 'in' },
      );
      truth.blacks.push({ from: empty, to: cursor });
    }
    entrance = next;
    last = take;
  });
  const keep = { expression: '1', test: () => true };
  return { ...clip, frames: cursor, keep, grain: 0, shots, effects, truth };
}
