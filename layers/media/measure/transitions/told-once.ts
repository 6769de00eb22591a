import type { Stretch } from '../stretch.ts';
import type { Fade } from './fades.ts';
import type { Transition } from './gradual.ts';
import { withoutTurns, withShaped, withSurer } from './surer.ts';

/** What each detector took for a transition, by its name, in any order of time. */
interface Seen {
  /** By how the mixture of two pictures goes on: dissolves, and wipes in a straight line. */
  readonly blended: readonly Transition[];
  readonly shaped: readonly Transition[];
  readonly edged: readonly Transition[];
  readonly slid: readonly Transition[];
  readonly turned: readonly Transition[];
  /** Turns of the camera by just one picture, which the detector of slides tells from slides. */
  readonly turns: readonly Stretch[];
  readonly fades: readonly Fade[];
}

type Stage = (transitions: readonly Transition[]) => readonly Transition[];

/**
 * Every transition once, in order of time. The stages go from the least sure detector to the surest:
 * what one adds takes the place of what is there at its time.
 */
export function toldOnce(seen: Seen): Transition[] {
  const { blended, shaped, edged, slid, turned, turns, fades } = seen;
  const stages: readonly Stage[] = [
    // Blocks that change one after the other; a straight wipe that is there already tells more.
    (transitions) => withShaped(transitions, shaped, fades),
    // An edge that was followed line by line: which way it went, and from when to when.
    (transitions) => withSurer(transitions, edged),
    // Before slides are added: they look like turns, but for the seam that was found in them.
    (transitions) => withoutTurns(transitions, turns),
    (transitions) => withSurer(transitions, slid),
    // Pages at rest before and after say what happened between, whatever moved on them.
    (transitions) => withSurer(transitions, turned),
  ];
  return stages
    .reduce<readonly Transition[]>((transitions, stage) => stage(transitions), blended)
    .toSorted((a, b) => a.start - b.start);
}
