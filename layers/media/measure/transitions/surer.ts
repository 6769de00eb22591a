import type { Transition } from './gradual.ts';

/** Transitions, but for those at the time of a surer one, whose span is the more exact. */
export function withSurer(
  transitions: readonly Transition[],
  surer: readonly Transition[],
): Transition[] {
  const over = (a: Transition, b: Transition): boolean => a.start < b.end && b.start < a.end;
  return [...surer, ...transitions.filter((one) => !surer.some((other) => over(one, other)))];
}
