// Stretches of seconds, as what was read, paid for or lost.
import { toMillisecond } from './timestamp.ts';
import type { Window } from './window.ts';

/** Joins stretches that touch, or lie no farther apart than `apart` seconds. */
export function joined(stretches: readonly Window[], apart = 0): Window[] {
  const all: Window[] = [];
  for (const [start, end] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && start <= last[1] + apart) all[all.length - 1] = [last[0], Math.max(last[1], end)];
    else if (end > start) all.push([start, end]);
  }
  return all;
}

/** The parts of stretches that lie inside a window. */
export const within = (stretches: readonly Window[], [from, to]: Window): Window[] =>
  stretches
    .map(([start, end]): Window => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start);

/** Stretches without what is taken out of them. */
export const without = (stretches: readonly Window[], taken: readonly Window[]): Window[] =>
  taken.reduce<Window[]>(
    (left, [from, to]) =>
      left.flatMap(([start, end]): Window[] =>
        to <= start || from >= end
          ? [[start, end]]
          : [[start, from] as const, [to, end] as const].filter(([a, b]) => b > a),
      ),
    [...stretches],
  );

/** Stretches as answers tell them, to the millisecond; one that has no length there is left out. */
export const rounded = (stretches: readonly Window[]): Window[] =>
  stretches
    .map(([start, end]): Window => [toMillisecond(start), toMillisecond(end)])
    .filter(([start, end]) => end > start);
