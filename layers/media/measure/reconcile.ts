import type { CameraMove } from './camera/move-runs.ts';
import { withSlow } from './camera/slow-moves.ts';
import type { Whip } from './camera/whips.ts';
import type { Impulse } from './cuts/impulses.ts';
import type { Overlay } from './overlays/overlay.ts';
import { reconcileOverlays, withAdditions } from './reconcile-overlays.ts';
import { type Stretch, shared } from './stretch.ts';
import {
  YIELD_HALF,
  YIELD_MOSTLY,
  YIELD_MOSTLY_FLASH,
  YIELD_NEAR,
  YIELD_SURE_MOVE,
  YIELD_SURE_TRANSITION,
} from './thresholds.ts';
import type { Fade } from './transitions/fades.ts';
import type { Transition } from './transitions/gradual.ts';

/** Leaves the whips that are not the edge of a wipe, or two pictures one over the other. */
export function reconcileWhips<T extends Stretch>(
  whips: readonly T[],
  transitions: readonly Transition[],
): T[] {
  return whips.filter((whip) =>
    transitions.every((other) => shared(whip, other) < YIELD_HALF * (whip.end - whip.start)),
  );
}

/**
 * Leaves the impulses that are not the darkest, or whitest, frames between a fade out and a fade
 * in.
 */
export const reconcileImpulses = (
  impulses: readonly Impulse[],
  fades: readonly Fade[],
): readonly Impulse[] =>
  impulses.filter(
    ({ start, end }) =>
      !fades.some((fade) => {
        const empty = fade.kind === 'out' ? fade.end : fade.start;
        return empty >= start - YIELD_NEAR && empty <= end + YIELD_NEAR;
      }),
  );

/**
 * Leaves the fades that are not how a flash comes or goes: the same picture is there again after
 * it.
 */
const reconcileFades = (fades: readonly Fade[], impulses: readonly Impulse[]): Fade[] =>
  fades
    .filter((fade) =>
      impulses.every(
        ({ kind, start, end }) =>
          kind !== 'flash' ||
          shared(fade, { start, end }) < YIELD_MOSTLY_FLASH * (fade.end - fade.start),
      ),
    )
    .toSorted((a, b) => a.start - b.start);

/**
 * Ends and begins a move at a cut beside its end or beginning: its smoothed speed reaches into the
 * next shot.
 */
function withinShot(move: CameraMove, cuts: readonly number[]): CameraMove {
  const end = cuts.find((cut) => cut < move.end && cut >= move.end - YIELD_NEAR) ?? move.end;
  const start =
    cuts.findLast((cut) => cut > move.start && cut <= move.start + YIELD_NEAR) ?? move.start;
  return start < end ? { ...move, start, end } : move;
}

/**
 * Leaves the camera moves that are not the trace of a transition, a fade or a whip, each within its
 * shot.
 */
export function reconcileMoves(
  moves: readonly CameraMove[],
  others: readonly Stretch[],
  whips: readonly Stretch[],
  cuts: readonly number[],
): CameraMove[] {
  // A move's speed is smoothed, so that of a whip reaches beyond it.
  const wide = whips.map(({ start, end }) => ({
    start: start - YIELD_NEAR,
    end: end + YIELD_NEAR,
  }));
  return moves
    .filter((move) =>
      [...others, ...wide].every(
        (other) => shared(move, other) < YIELD_HALF * (move.end - move.start),
      ),
    )
    .map((move) => withinShot(move, cuts));
}

/** Leaves the transitions that are neither a fade nor a camera move, nor a part of a whip. */
export function reconcileTransitions(
  transitions: readonly Transition[],
  fades: readonly Fade[],
  moves: readonly CameraMove[],
  whips: readonly Whip[],
): Transition[] {
  const sure = moves.filter((move) => move.kind !== 'shake' && move.confidence >= YIELD_SURE_MOVE);
  return transitions.filter((transition) => {
    const length = transition.end - transition.start;
    const moved =
      !transition.faded &&
      transition.confidence < YIELD_SURE_TRANSITION &&
      sure.some((move) => shared(transition, move) >= YIELD_HALF * length);
    // A whip that a transition takes more of is dropped instead. Its blur takes detail, as a dissolve.
    const whipped = whips.some(
      (whip) =>
        (length < YIELD_HALF * (whip.end - whip.start) ||
          (transition.kind === 'dissolve' && transition.confidence < whip.confidence)) &&
        shared(transition, whip) >= YIELD_MOSTLY * length,
    );
    return (
      !moved && !whipped && fades.every((fade) => shared(transition, fade) < YIELD_MOSTLY * length)
    );
  });
}

/** What the detectors of pictures found, each by itself, in order of time. */
export interface Findings {
  /** The second at which the window begins. */
  readonly opens: number;
  readonly cuts: readonly number[];
  readonly impulses: readonly Impulse[];
  readonly fades: readonly Fade[];
  readonly transitions: readonly Transition[];
  readonly whips: readonly Whip[];
  readonly moves: readonly CameraMove[];
  /** Moves so slow that nothing else yields to them. */
  readonly slow: readonly CameraMove[];
  readonly overlays: readonly Overlay[];
  /** Where one page gave way to the next, or moved as a whole, and what was added to one. */
  readonly turns: readonly Stretch[];
  readonly moved: readonly number[];
  readonly additions: readonly Overlay[];
  readonly freezes: readonly Stretch[];
}

/**
 * Tells each thing once. Of two findings of the same pictures one yields, and what it yields to is
 * handed to its stage: as its detector `found` it where both might yield to each other, else as a
 * stage above left it. So the order is that of certainty: fades are measured by the light of all of
 * the picture, and an overlay is what nothing else explains.
 */
export function reconcile(
  found: Findings,
): Omit<Findings, 'opens' | 'cuts' | 'freezes' | 'slow' | 'turns' | 'moved' | 'additions'> {
  const { cuts, freezes } = found;
  const fades = reconcileFades(found.fades, found.impulses);
  const impulses = reconcileImpulses(found.impulses, fades);
  const transitions = reconcileTransitions(found.transitions, fades, found.moves, found.whips);
  const whips = reconcileWhips(found.whips, transitions);
  const replacing = [...transitions, ...fades];
  const usual = reconcileMoves(found.moves, replacing, whips, cuts);
  const moves = withSlow(usual, found.slow, replacing, [...cuts, ...found.moved]);
  // A move that yielded explains an overlay all the same.
  const others = { transitions, fades, moves: found.moves, whips, freezes, cuts, impulses };
  const overlays = withAdditions(reconcileOverlays(found.overlays, others), found);
  return { fades, impulses, transitions, whips, moves, overlays };
}
