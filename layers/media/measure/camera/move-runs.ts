import type { MoveKind } from './move-kinds.ts';
import {
  MOVE_BLIP,
  MOVE_FOLLOWED,
  MOVE_FOLLOWED_TELLS,
  MOVE_LEAST_PATH,
  MOVE_PAUSE,
  MOVE_SHAKE_PAUSE,
  MOVE_SHAKE_TRUST,
  MOVE_SHORTEST_SECONDS,
  MOVE_TRUST,
} from './thresholds.ts';

/** A camera move, in seconds. */
export interface CameraMove {
  kind: MoveKind;
  start: number;
  end: number;
  confidence: number;
}

/**
 * Frames one after the other that move the same way; `last` is the newest of them, `trust` and what
 * the smooth ground says are sums over them.
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
  expected: number;
  seen: number;
}

/** Adds a run that has ended, to the one it goes on from where there is one. */
export function addRun(runs: Run[], run: Run): void {
  const before = runs.at(-1);
  const blip = before !== undefined && before.end - before.start < MOVE_BLIP;
  const last = blip ? runs.at(-2) : before;
  const pause = run.kind === 'shake' ? MOVE_SHAKE_PAUSE : MOVE_PAUSE;
  if (last?.kind !== run.kind || run.start - last.end > pause) {
    runs.push(run);
    return;
  }
  if (blip) runs.pop();
  last.end = run.end;
  last.frames += run.frames;
  last.path += run.path;
  last.trust += run.trust;
  last.expected += run.expected;
  last.seen += run.seen;
}

/** The move that a run is; undefined where it is too short or too little agrees. */
export function moveOf(run: Run): CameraMove | undefined {
  const { kind, start, end, path, trust, frames } = run;
  if (end - start < MOVE_SHORTEST_SECONDS || path < MOVE_LEAST_PATH) return undefined;
  if (kind !== 'shake' && isBeforeStandingGround(run)) return undefined;
  const agreed = Math.min(1, trust / frames);
  if (agreed < (kind === 'shake' ? MOVE_SHAKE_TRUST : MOVE_TRUST)) return undefined;
  return { kind, start, end, confidence: Math.round(agreed * 100) / 100 };
}

/** Whether the smooth ground stood while all that has edges moved. */
const isBeforeStandingGround = ({ expected, seen }: Run): boolean =>
  expected >= MOVE_FOLLOWED_TELLS && seen < MOVE_FOLLOWED * expected;
