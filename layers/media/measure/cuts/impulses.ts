import { difference, noDifference } from '../pictures/difference.ts';
import { at, PIXELS, real } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';

const { abs, max, min, round } = Math;

/** Frames that leave a picture and come back to it. */
export interface Impulse {
  kind: 'insert' | 'flash';
  /** Seconds of the first strange frame and of the first frame of the picture again. */
  start: number;
  end: number;
  /** The first frame of the picture again. */
  to: number;
  frames: number;
  confidence: number;
}

/** Longest insert, in frames; five strange frames in a row are a shot of their own. */
const INSERT_FRAMES = 4;
/** Longest flash, in seconds. */
export const FLASH_SECONDS = 0.35;
/**
 * Part of the picture that an insert in other colours repaints at least, and that may stay so after
 * it.
 */
const REPAINTED = 0.5;
const RESTORED = 0.25;
/** Grey levels by which a flash lifts the whole picture at least. */
const FLASH_LIFT = 6;

const back = noDifference();

/**
 * Grey from which a cell is burnt out, and the share of cells that must not be for a judgement by
 * them.
 */
const BURNT = 240;
const LEFT = 0.1;
/**
 * Correlation of the fine detail of a picture and of the same one in other light; steps below this
 * are noise.
 */
const SAME_DETAIL = 0.4;
const DETAIL_NOISE = 0.3;
/** Spread below which a picture is plain: it has no detail to go by. */
const PLAIN = 6;
/** Mean and spread of a picture that is all but white: whatever it shows, it is a flash. */
const WHITE_MEAN = 225;
const WHITE_SPREAD = 8;

/**
 * True when a picture shows the same things in other light: light is soft, so what each cell
 * differs by from those around it stays alike wherever it is not burnt out.
 */
function sameThings(history: History, before: number, inside: number): boolean {
  if (history.spread(before) < PLAIN && history.spread(inside) < PLAIN) return true;
  if (history.mean(inside) >= WHITE_MEAN && history.spread(inside) < WHITE_SPREAD) return true;
  const [a, b] = [history.grey(before), history.grey(inside)];
  const [sa, sb] = [history.soft(before), history.soft(inside)];
  let [ab, aa, bb, cells] = [0, 0, 0, 0];
  for (let i = 0; i < PIXELS; i++) {
    if (at(b, i) > BURNT) continue;
    const da = at(a, i) - real(sa, i);
    const db = at(b, i) - real(sb, i);
    ab += da * db;
    aa += da * da;
    bb += db * db;
    cells++;
  }
  if (cells < LEFT * PIXELS) return true;
  const noise = cells * DETAIL_NOISE ** 2;
  return (ab + noise) / Math.sqrt((aa + noise) * (bb + noise)) >= SAME_DETAIL;
}

/** Share of cells that did not get darker. */
function lit(before: Uint8Array, inside: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < PIXELS; i++) if (at(inside, i) >= at(before, i) - 6) count++;
  return count / PIXELS;
}

const sure = (value: number): number => round(min(1, max(0, value)) * 100) / 100;

/**
 * Looks whether the change into frame `from` is undone within `reach` frames (all of them in the
 * history).
 */
export function findImpulse(history: History, from: number, reach: number): Impulse | undefined {
  const jump = history.unlike(from);
  const before = history.grey(from - 1);
  const base = history.mean(from - 1);
  const lift = history.mean(from) - base;
  const brighter =
    lift >= FLASH_LIFT &&
    lit(before, history.grey(from)) >= 0.93 &&
    sameThings(history, from - 1, from);
  const repainted = history.repaint(from) >= REPAINTED;
  const another =
    repainted || (jump.overall >= 0.4 && jump.typical >= 0.25 && jump.structure >= 0.12);
  if (!brighter && !another) return undefined;
  const lasts = brighter ? reach : min(reach, INSERT_FRAMES);
  for (let frames = 1; frames <= lasts; frames++) {
    const to = from + frames;
    const left = abs(history.mean(to) - base);
    if (left > max(3, 0.3 * abs(lift))) continue;
    difference(before, history.grey(to), back);
    if (back.overall > max(0.12, 0.4 * jump.overall)) continue;
    if (history.paletteDistance(from - 1, to).chroma > RESTORED) continue;
    const span = { start: history.seconds(from), end: history.seconds(to), to, frames };
    if (brighter) return { kind: 'flash', ...span, confidence: sure(0.5 + lift / 80) };
    const undone = history.unlike(to);
    const gone = undone.overall >= 0.4 && undone.typical >= 0.2;
    if (!gone && history.repaint(to) < REPAINTED) continue;
    return { kind: 'insert', ...span, confidence: sure(1 - back.overall / jump.overall) };
  }
  return undefined;
}
