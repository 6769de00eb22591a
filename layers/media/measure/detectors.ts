import { BlackDetector } from './blacks.ts';
import { MoveDetector } from './camera/moves.ts';
import { SlowMoveDetector } from './camera/slow-moves.ts';
import { WhipDetector } from './camera/whips.ts';
import { CutDetector } from './cuts/cuts.ts';
import { HaltDetector } from './halts.ts';
import { OverlayDetector } from './overlays/overlays.ts';
import { PageDetector } from './pages/pages.ts';
import type { History } from './pictures/history.ts';
import { StillnessDetector } from './stillness.ts';
import { FREEZE_SECONDS } from './thresholds.ts';
import { FadeDetector } from './transitions/fades.ts';
import { GradualDetector } from './transitions/gradual.ts';
import { type Light, WholeLight } from './transitions/light.ts';
import { LightBesideMarks } from './transitions/light-beside-marks.ts';
import { PlainDissolveDetector } from './transitions/plain-dissolves.ts';
import { ShapedWipeDetector } from './transitions/shaped-wipes.ts';
import { SlideDetector } from './transitions/slides.ts';
import { SteadyEdgeDetector } from './transitions/steady-edges.ts';

export type Detectors = ReturnType<typeof detectorsOf>;

/** What a read wants to know. */
export interface Wanted {
  /** Cuts, freezes, blacks and silences; skipped when false. */
  detectors: boolean;
  signals: 'off' | 'basic' | 'full';
}

/** The frames of a read, and those of them that show another picture than the one before. */
export interface Seen {
  readonly all: History;
  readonly distinct: History;
}

/** Frames a second, on average and where most come. */
export interface Rates {
  readonly frameRate: number;
  readonly densest: number;
}

/** The detectors that a read wants, each by what it finds. */
export function detectorsOf(wanted: Wanted, { all, distinct }: Seen, rates: Rates) {
  return {
    ofFrames: detectorsOfFrames(wanted, all, rates),
    ofPictures: detectorsOfPictures(wanted, distinct, rates),
  };
}

/**
 * Those that look at every frame, in the order in which they do: moves come before whips, slides and
 * overlays, which ask them for the speed of that frame.
 */
function detectorsOfFrames({ detectors, signals }: Wanted, history: History, { frameRate }: Rates) {
  const some = signals !== 'off';
  const full = signals === 'full';
  const moves = some ? new MoveDetector(history, frameRate) : undefined;
  return {
    pages: detectors || some ? new PageDetector(history, frameRate) : undefined,
    gradual: some ? new GradualDetector(history, frameRate) : undefined,
    plain: some ? new PlainDissolveDetector(history) : undefined,
    edges: full ? new SteadyEdgeDetector(history, frameRate) : undefined,
    shaped: full ? new ShapedWipeDetector(history, frameRate) : undefined,
    moves,
    slow: full ? new SlowMoveDetector(history) : undefined,
    whips: full && moves ? new WhipDetector(history, moves) : undefined,
    slides: full && moves ? new SlideDetector(history, moves) : undefined,
    overlays: full && moves ? new OverlayDetector(history, moves, frameRate) : undefined,
    blacks: detectors ? new BlackDetector(history) : undefined,
  };
}

/**
 * Those that go by the step from each frame to the next: of one that only repeats a picture amid
 * movement they would think that it rests.
 */
function detectorsOfPictures(
  { detectors, signals }: Wanted,
  history: History,
  { frameRate, densest }: Rates,
) {
  const some = signals !== 'off';
  const full = signals === 'full';
  const stills = detectors || full;
  const fadesIn = (light: Light) => new FadeDetector(history, light);
  return {
    cuts: detectors || some ? new CutDetector(history, frameRate, densest) : undefined,
    blackFades: some ? fadesIn(new WholeLight(history, 'black')) : undefined,
    markedFades: some ? fadesIn(new LightBesideMarks(history)) : undefined,
    whiteFades: some ? fadesIn(new WholeLight(history, 'white')) : undefined,
    stills: stills ? new StillnessDetector(history, FREEZE_SECONDS) : undefined,
    halts: stills ? new HaltDetector(history, FREEZE_SECONDS) : undefined,
  };
}
