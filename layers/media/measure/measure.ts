import type { Signal } from '../../domain/frames/signal.ts';
import { TECHNICAL_SKIPPED, type Technical } from '../../domain/frames/technical.ts';
import { BlackDetector } from './blacks.ts';
import { MoveDetector } from './camera/moves.ts';
import { SlowMoveDetector } from './camera/slow-moves.ts';
import { WhipDetector } from './camera/whips.ts';
import { CutDetector } from './cuts/cuts.ts';
import { HaltDetector, withHalts } from './halts.ts';
import { OverlayDetector } from './overlays/overlays.ts';
import { PageDetector, withPages } from './pages/pages.ts';
import { History } from './pictures/history.ts';
import { reconcile } from './reconcile.ts';
import { signalOf } from './signal-of.ts';
import { SilenceDetector } from './silences.ts';
import { StillnessDetector } from './stillness.ts';
import { technicalOf } from './technical-of.ts';
import { FREEZE_SECONDS } from './thresholds.ts';
import { FadeDetector } from './transitions/fades.ts';
import { GradualDetector } from './transitions/gradual.ts';
import { PlainDissolveDetector } from './transitions/plain-dissolves.ts';
import { ShapedWipeDetector, withShaped } from './transitions/shaped-wipes.ts';
import { SlideDetector } from './transitions/slides.ts';
import { SteadyEdgeDetector } from './transitions/steady-edges.ts';
import { withoutTurns, withSurer } from './transitions/surer.ts';

export interface MeasureOptions {
  /** Start and end of what is read, in seconds on the response clock. */
  window: readonly [number, number];
  /** Frames a second at the densest. */
  frameRate: number;
  /** Cuts, freezes, blacks and silences; skipped when false. */
  detectors: boolean;
  signals: 'off' | 'basic' | 'full';
  hasAudio: boolean;
}

/**
 * Takes a video's greys and sound in order, remembers two seconds of them, and says what happened.
 */
export interface Measurement {
  /**
   * The frame presented at `seconds` (copied): 64x64 of luma, then 32x32 of Cb and of Cr where
   * there are any.
   */
  frame(seconds: number, planes: Uint8Array): void;
  /** 16 kHz mono samples, the first of which sounds at `startSeconds`. */
  audio(samples: Int16Array, startSeconds: number): void;
  /** `cuts` in seconds: also where `technical` was not asked for. */
  finish(): { technical: Technical; signal?: Signal; cuts: readonly number[] };
}

/** Starts measuring one read. Pure: the same greys and samples give the same answer. */
export function startMeasurement(options: MeasureOptions): Measurement {
  const { window, signals } = options;
  const frameRate = Math.min(1000, Math.max(1, options.frameRate || 25));
  const history = new History(window[1]);
  const needsChanges = options.detectors || signals !== 'off';
  const full = signals === 'full';
  const cuts = needsChanges ? new CutDetector(history, frameRate) : undefined;
  const pages = needsChanges ? new PageDetector(history, frameRate) : undefined;
  const gradual = signals !== 'off' ? new GradualDetector(history, frameRate) : undefined;
  const plain = signals !== 'off' ? new PlainDissolveDetector(history) : undefined;
  const edges = full ? new SteadyEdgeDetector(history, frameRate) : undefined;
  const shaped = full ? new ShapedWipeDetector(history, frameRate) : undefined;
  const moves = signals !== 'off' ? new MoveDetector(history, frameRate) : undefined;
  const slow = full ? new SlowMoveDetector(history) : undefined;
  const whips = full && moves ? new WhipDetector(history, moves) : undefined;
  const slides = full && moves ? new SlideDetector(history, moves) : undefined;
  const overlays = full && moves ? new OverlayDetector(history, moves, frameRate) : undefined;
  const blackFades = signals !== 'off' ? new FadeDetector(history, frameRate) : undefined;
  const whiteFades = signals !== 'off' ? new FadeDetector(history, frameRate, 'white') : undefined;
  const stills =
    options.detectors || full
      ? new StillnessDetector(history, frameRate, FREEZE_SECONDS)
      : undefined;
  const halts = stills ? new HaltDetector(history, FREEZE_SECONDS) : undefined;
  const blacks = options.detectors ? new BlackDetector(history) : undefined;
  const silences =
    options.detectors && options.hasAudio ? new SilenceDetector(window[0]) : undefined;
  const pictures = [
    cuts,
    pages,
    gradual,
    plain,
    edges,
    shaped,
    moves,
    slow,
    whips,
    slides,
    overlays,
    blackFades,
    whiteFades,
  ];
  const detectors = [...pictures, stills, halts, blacks].filter(
    (detector) => detector !== undefined,
  );
  return {
    frame(seconds, planes) {
      history.push(seconds, planes);
      for (const detector of detectors) detector.push();
    },
    audio(samples, startSeconds) {
      silences?.audio(samples, startSeconds);
    },
    finish() {
      for (const detector of detectors) detector.finish();
      silences?.finish(window[1]);
      const found = withPages(cuts?.cuts ?? [], pages?.cuts ?? []);
      const freezes = withHalts(stills?.stretches ?? [], halts?.stretches ?? []);
      const technical = options.detectors
        ? technicalOf({
            window,
            frames: history.count,
            cuts: found,
            freezes,
            blacks: blacks?.stretches ?? [],
            silences: silences?.gaps ?? [],
          })
        : TECHNICAL_SKIPPED;
      if (signals === 'off') return { technical, cuts: found };
      const fades = [...(blackFades?.fades ?? []), ...(whiteFades?.fades ?? [])];
      const blended = [...(gradual?.transitions ?? []), ...(plain?.transitions ?? [])];
      const withShapes = withShaped(blended, shaped?.transitions ?? [], fades);
      const edged = withSurer(withShapes, edges?.transitions ?? []);
      const unturned = withoutTurns(edged, slides?.turns ?? []);
      const slid = withSurer(unturned, slides?.transitions ?? []);
      const transitions = withSurer(slid, pages?.transitions ?? []);
      const left = reconcile({
        opens: window[0],
        cuts: found,
        impulses: cuts?.impulses ?? [],
        fades,
        transitions: transitions.toSorted((a, b) => a.start - b.start),
        whips: whips?.whips ?? [],
        moves: moves?.moves ?? [],
        slow: slow?.moves ?? [],
        overlays: overlays?.overlays ?? [],
        turns: pages?.turns ?? [],
        moved: pages?.moved ?? [],
        additions: pages?.additions ?? [],
        freezes,
      });
      const signal = signalOf({ mode: signals, window, frames: history.count, ...left });
      return { technical, signal, cuts: found };
    },
  };
}
