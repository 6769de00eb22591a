import type { Signal } from '../../domain/frames/signal.ts';
import type { Window } from '../../domain/window.ts';
import type { CameraMove } from './camera/move-runs.ts';
import type { Whip } from './camera/whips.ts';
import type { Impulse } from './cuts/impulses.ts';
import type { Overlay } from './overlays/overlay.ts';
import { milliseconds } from './technical-of.ts';
import type { Fade } from './transitions/fades.ts';
import type { Transition } from './transitions/gradual.ts';

/** What the between-frame detectors found, in seconds. */
export interface Happenings {
  mode: 'basic' | 'full';
  /** The first frame is the one that is shown at its start, and may have come earlier. */
  window: Window;
  frames: number;
  impulses: readonly Impulse[];
  transitions: readonly Transition[];
  overlays: readonly Overlay[];
  moves: readonly CameraMove[];
  whips: readonly Whip[];
  fades: readonly Fade[];
}

/** Puts the findings into the response's words; basic leaves out what only full reads. */
export function signalOf(found: Happenings): Signal {
  const [opens, closes] = found.window;
  const within = (second: number): number =>
    milliseconds(Math.min(Math.max(second, opens), closes));
  const span = <T extends { start: number; end: number; confidence: number }>(event: T) => ({
    start: within(event.start),
    end: within(event.end),
    confidence: event.confidence,
  });
  const basic = {
    mode: found.mode,
    frames_read: found.frames,
    inserts: found.impulses
      .filter((impulse) => impulse.kind === 'insert')
      .map(({ start, frames, confidence }) => ({ at: within(start), frames, confidence })),
    flashes: found.impulses.filter((impulse) => impulse.kind === 'flash').map(span),
    dissolves: found.transitions.filter(({ kind }) => kind === 'dissolve').map(span),
  };
  if (found.mode === 'basic') return basic;
  return {
    ...basic,
    overlays: found.overlays.map(({ start, end, region, confidence }) => ({
      start: within(start),
      end: end === null ? null : within(end),
      region,
      confidence,
    })),
    camera_moves: found.moves.map((move) => ({ ...span(move), kind: move.kind })),
    wipes: found.transitions.flatMap((transition) =>
      transition.kind === 'dissolve' ? [] : [{ ...span(transition), direction: transition.kind }],
    ),
    whip_blurs: found.whips.map(span),
    fades: found.fades.map((fade) => ({ ...span(fade), kind: fade.kind })),
  };
}
