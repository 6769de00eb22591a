import type { MoveKind } from './move-kinds.ts';

/** A camera move, in seconds. */
export interface CameraMove {
  kind: MoveKind;
  start: number;
  end: number;
  confidence: number;
}

/**
 * Frames one after the other that move the same way; `last` is the newest of them, `trust` a sum
 * over them.
 */
export interface Run {
  kind: MoveKind;
  start: number;
  end: number;
  last: number;
  frames: number;
  path: number;
  fastest: number;
  trust: number;
}

const SHORTEST_SECONDS = 0.3;
/** Widths, heights or growth that a move covers at least. */
const LEAST_PATH = 0.03;
/** Share of the textured blocks that must agree, on average over a move. */
const TRUST = 0.63;
/** A camera that shakes rests at each turn, where nothing votes for motion. */
const SHAKE_TRUST = 0.45;
/** Seconds between two runs of one kind that are one move. */
const PAUSE = 0.2;
/** The same for shakes, whose ends reach further than they last. */
const SHAKE_PAUSE = 0.06;
/** Seconds that another kind lasts between them at most. */
const BLIP = 0.2;

/** Adds a run that has ended, to the one it goes on from where there is one. */
export function addRun(runs: Run[], run: Run): void {
  const before = runs.at(-1);
  const blip = before !== undefined && before.end - before.start < BLIP;
  const last = blip ? runs.at(-2) : before;
  const pause = run.kind === 'shake' ? SHAKE_PAUSE : PAUSE;
  if (last?.kind !== run.kind || run.start - last.end > pause) {
    runs.push(run);
    return;
  }
  if (blip) runs.pop();
  last.end = run.end;
  last.frames += run.frames;
  last.path += run.path;
  last.trust += run.trust;
}

/** The move that a run is; undefined where it is too short or too little agrees. */
export function moveOf({ kind, start, end, path, trust, frames }: Run): CameraMove | undefined {
  if (end - start < SHORTEST_SECONDS || path < LEAST_PATH) return undefined;
  const agreed = Math.min(1, trust / frames);
  if (agreed < (kind === 'shake' ? SHAKE_TRUST : TRUST)) return undefined;
  return { kind, start, end, confidence: Math.round(agreed * 100) / 100 };
}
