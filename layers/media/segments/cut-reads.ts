import { toNumber } from '../../domain/fraction.ts';
import { type FramesPlan, readsThrough } from '../../domain/frames/frames-plan.ts';
import { tileSecond } from '../../domain/frames/tile-second.ts';
import { canSeek, type Probe } from '../../domain/sources/probe.ts';
import { soundToHear } from '../read/sound-mix.ts';
import { TimeGrid } from '../read/time-grid.ts';
import type { PicturesSegment, SegmentPlan } from './segment-plan.ts';

/**
 * Seconds at which a read would best be cut into so many parts. None where it is not cut: a plan
 * that does not read through takes little.
 */
export function cutTimes(plan: FramesPlan, probe: Probe, segments: number) {
  const { picture, duration } = probe;
  if (!readsThrough(plan) || !picture || !canSeek(probe)) return [];
  const [start, last] = plan.covered;
  const end = Math.min(last, picture.end ?? duration);
  return Array.from(
    { length: Math.max(0, segments - 1) },
    (_, i) => start + ((i + 1) * (end - start)) / segments,
  ).filter((at) => at > start && at < end);
}

/**
 * Cuts a read into parts that are decoded by themselves: its pictures at keyframes, and its sound
 * as a whole. There are as many parts as wanted or fewer, where keyframes do not stand near enough;
 * without any that can be cut at, the pictures are one part.
 * @param keyframes presentation times in ticks, as `findKeyframes` found them near the cut times
 * @param wanted parts of the pictures, and whether somebody is there who reads them
 */
export function cutReads(
  plan: FramesPlan,
  probe: Probe,
  keyframes: readonly number[],
  { segments, hasReader }: { readonly segments: number; readonly hasReader: boolean },
): SegmentPlan[] {
  const { picture } = probe;
  const readsText = hasReader && plan.readsText === true;
  if (!readsThrough(plan) || !picture) return [{ kind: 'tiles', readsText }];
  const grid = new TimeGrid(picture);
  const [start, last] = plan.covered;
  const end = Math.min(last, picture.end ?? probe.duration);
  const places = keyframes.filter((pts) => {
    const second = grid.secondsOf(pts);
    return second > start && second < end;
  });
  const cuts = cutTimes(plan, probe, segments).flatMap((at) => nearest(places, at, grid));
  const bounds = [null, ...[...new Set(cuts)].sort((a, b) => a - b), null];
  const sound = soundToHear(probe);
  return [
    ...(sound && 'stream' in sound ? [{ kind: 'sound' as const }] : []),
    ...bounds.slice(1).map((to, i) => ({ ...part(plan, grid, bounds[i] ?? null, to), readsText })),
  ];
}

function nearest(places: readonly number[], second: number, grid: TimeGrid): number[] {
  const distance = (pts: number) => Math.abs(grid.secondsOf(pts) - second);
  const [first, ...others] = places;
  if (first === undefined) return [];
  return [others.reduce((best, pts) => (distance(pts) < distance(best) ? pts : best), first)];
}

function part(
  plan: FramesPlan,
  grid: TimeGrid,
  from: number | null,
  to: number | null,
): Omit<PicturesSegment, 'readsText'> {
  const first = from === null ? 0 : firstTileAt(plan, grid, from);
  const end = to === null ? plan.tiles : firstTileAt(plan, grid, to);
  return { kind: 'pictures', from, to, tiles: { first, count: end - first } };
}

/** The first tile that shows the frame or a later one. */
function firstTileAt(plan: FramesPlan, grid: TimeGrid, pts: number): number {
  const near = Math.floor((grid.secondsOf(pts) - plan.covered[0]) * toNumber(plan.rate)) - 1;
  let tile = Math.min(plan.tiles, Math.max(0, near));
  while (tile < plan.tiles && !grid.shownBy(pts, tileSecond(plan, tile))) tile++;
  return tile;
}
