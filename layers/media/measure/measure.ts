import type { Signal } from '../../domain/frames/signal.ts';
import { TECHNICAL_SKIPPED, type Technical } from '../../domain/frames/technical.ts';
import { Cadence } from './cadence.ts';
import { type Detectors, detectorsOf, type Wanted } from './detectors.ts';
import { atUsualRate, type FrameTaker } from './early-frames.ts';
import { withHalts } from './halts.ts';
import { densestRate, isHeld, secondsHeld } from './held-frames.ts';
import { withPages } from './pages/pages.ts';
import { DistinctHistory } from './pictures/distinct-history.ts';
import { FrameHistory } from './pictures/frame-history.ts';
import { SMALL } from './pictures/grey.ts';
import { reconcile } from './reconcile.ts';
import { signalOf } from './signal-of.ts';
import { SilenceDetector } from './silences.ts';
import { technicalOf } from './technical-of.ts';
import { withSurer } from './transitions/surer.ts';
import { toldOnce } from './transitions/told-once.ts';

export interface MeasureOptions extends Wanted {
  /** Start and end of what is read, in seconds on the response clock. */
  window: readonly [number, number];
  /** Frames a second, on average and, where they come unevenly, at the densest. */
  frameRate: number;
  peakRate?: number;
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

/** What is remembered grows with the rate, and a file may state any. */
const measurable = (frameRate: number): number => Math.min(1000, Math.max(1, frameRate));

/** Starts measuring one read. Pure: the same greys and samples give the same answer. */
export function startMeasurement(options: MeasureOptions): Measurement {
  const { window, signals } = options;
  const mean = measurable(options.frameRate || 25);
  const pictures = atUsualRate({ mean, peak: options.peakRate }, (frameRate) =>
    startPictures(options, measurable(frameRate)),
  );
  const listening =
    options.detectors && options.hasAudio ? new SilenceDetector(window[0]) : undefined;
  let frames = 0;
  return {
    frame(seconds, planes) {
      pictures.frame(seconds, planes);
      frames++;
    },
    audio(samples, startSeconds) {
      listening?.audio(samples, startSeconds);
    },
    finish() {
      const { blacks, ...found } = pictures.finish();
      listening?.finish(window[1]);
      const { cuts, freezes } = found;
      const silences = listening?.gaps ?? [];
      const seen = { window, frames };
      const technical = options.detectors
        ? technicalOf({ ...seen, cuts, freezes, blacks, silences })
        : TECHNICAL_SKIPPED;
      if (signals === 'off') return { technical, cuts };
      const left = reconcile({ opens: window[0], ...found });
      return { technical, signal: signalOf({ mode: signals, ...seen, ...left }), cuts };
    },
  };
}

/** What is seen, at so many frames a second where none is held. */
function startPictures(options: MeasureOptions, frameRate: number): FrameTaker<Findings> {
  const { window } = options;
  const history = new FrameHistory(window[1]);
  const distinct = new DistinctHistory(history);
  const densest = densestRate(frameRate, options.peakRate);
  const looking = detectorsOf(options, { all: history, distinct }, { frameRate, densest });
  const ofFrames = started(looking.ofFrames);
  const ofPictures = started(looking.ofPictures);
  const look = (seconds: number, planes: Uint8Array, repeats: boolean) => {
    history.push(seconds, planes);
    for (const detector of ofFrames) detector.push();
    if (repeats) return;
    distinct.push();
    for (const detector of ofPictures) detector.push();
  };
  const hold = (until: number) => {
    const newest = history.count - 1;
    if (newest < 0) return;
    const since = history.seconds(newest);
    if (!isHeld(until - since, densest)) return;
    // A copy: what is remembered gives way to what is pushed.
    const planes = history.planes(newest).slice(0, SMALL.bytes);
    for (const seconds of secondsHeld(since, until, frameRate)) look(seconds, planes, false);
  };
  const cadence = new Cadence(densest, (seconds, planes, repeats) => {
    hold(seconds);
    look(seconds, planes, repeats);
  });
  return {
    frame(seconds, planes) {
      cadence.push(seconds, planes);
    },
    finish() {
      cadence.finish();
      hold(window[1]);
      for (const detector of [...ofFrames, ...ofPictures]) detector.finish();
      return findingsOf({ ...looking.ofFrames, ...looking.ofPictures });
    },
  };
}

type Findings = ReturnType<typeof findingsOf>;

const started = <T>(detectors: Record<string, T | undefined>): T[] =>
  Object.values(detectors).filter((detector) => detector !== undefined);

/** What was found, by what it is: most of it is looked for by more than one detector. */
function findingsOf(by: Detectors['ofFrames'] & Detectors['ofPictures']) {
  // To the light of a whole picture marks belong as well, so that it goes less far.
  const black = withSurer(by.blackFades?.fades ?? [], by.markedFades?.fades ?? []);
  const fades = [...black, ...(by.whiteFades?.fades ?? [])];
  return {
    cuts: withPages(by.cuts?.cuts ?? [], by.pages?.cuts ?? []),
    impulses: by.cuts?.impulses ?? [],
    fades,
    transitions: toldOnce({
      blended: [...(by.gradual?.transitions ?? []), ...(by.plain?.transitions ?? [])],
      shaped: by.shaped?.transitions ?? [],
      edged: by.edges?.transitions ?? [],
      slid: by.slides?.transitions ?? [],
      turned: by.pages?.transitions ?? [],
      turns: by.slides?.turns ?? [],
      fades,
    }),
    whips: by.whips?.whips ?? [],
    moves: by.moves?.moves ?? [],
    slow: by.slow?.moves ?? [],
    overlays: by.overlays?.overlays ?? [],
    turns: by.pages?.turns ?? [],
    moved: by.pages?.moved ?? [],
    additions: by.pages?.additions ?? [],
    freezes: withHalts(by.stills?.stretches ?? [], by.halts?.stretches ?? []),
    blacks: by.blacks?.stretches ?? [],
  };
}
