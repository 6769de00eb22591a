import type { Stretch } from '../stillness.ts';
import type { Transition } from './gradual.ts';

/** Transitions, but for those at the time of a surer one, whose span is the more exact. */
export function withSurer(
  transitions: readonly Transition[],
  surer: readonly Transition[],
): Transition[] {
  const over = (a: Transition, b: Transition): boolean => a.start < b.end && b.start < a.end;
  return [...surer, ...transitions.filter((one) => !surer.some((other) => over(one, other)))];
}

/** Transitions, but for those that are a turn of the camera for most of their time. */
export function withoutTurns(
  transitions: readonly Transition[],
  turns: readonly Stretch[],
): Transition[] {
  const shared = (a: Stretch, b: Stretch): number =>
    Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return transitions.filter((one) =>
    turns.every((turn) => shared(one, turn) < 0.5 * (one.end - one.start)),
  );
}
