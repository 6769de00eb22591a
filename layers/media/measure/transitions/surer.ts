import { overlap, type Stretch, shared } from '../stretch.ts';
import type { Transition } from './gradual.ts';
import { SHAPED_FADED_SECONDS } from './thresholds.ts';

/** What was told, but for that at the time of a surer one, whose span is the more exact. */
export function withSurer<T extends Stretch>(told: readonly T[], surer: readonly T[]): T[] {
  return [...surer, ...told.filter((one) => !surer.some((other) => overlap(one, other)))];
}

/** Transitions, but for those that are a turn of the camera for most of their time. */
export function withoutTurns(
  transitions: readonly Transition[],
  turns: readonly Stretch[],
): Transition[] {
  return transitions.filter((one) =>
    turns.every((turn) => shared(one, turn) < 0.5 * (one.end - one.start)),
  );
}

/**
 * Transitions, and the shaped wipes: in place of dissolves, and of straight wipes that tell less. A
 * fade darkens the blocks of a picture that has just lost its title one after the other.
 */
export function withShaped(
  transitions: readonly Transition[],
  shaped: readonly Transition[],
  fades: readonly Stretch[],
): Transition[] {
  const straight = (one: Transition): boolean =>
    transitions.some(
      (other) => other.kind !== 'dissolve' && shared(one, other) >= 0.7 * (one.end - one.start),
    );
  const faded = (one: Transition): boolean =>
    fades.some((fade) => shared(one, fade) > SHAPED_FADED_SECONDS);
  const added = shaped.filter((one) => !straight(one) && !faded(one));
  return [...added, ...transitions.filter((one) => !added.some((wipe) => shared(one, wipe) > 0))];
}
