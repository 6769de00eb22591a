import { noDifference } from '../pictures/difference.ts';
import { at, PIXELS, real } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { mostStays } from '../pictures/view-stays.ts';
import {
  FLASH_LIFT,
  FLASH_OVER_FLICKER,
  FLASH_REST,
  FLASH_SAME_VIEW,
  FLASH_STRONG,
  FLASH_SWELLS,
  IMPULSE_BACK,
  IMPULSE_BURNT,
  IMPULSE_DETAIL_NOISE,
  IMPULSE_LEFT,
  IMPULSE_LIVES,
  IMPULSE_PLAIN,
  IMPULSE_REPAINTED,
  IMPULSE_RESTORED,
  IMPULSE_SAME_DETAIL,
  INSERT_FRAMES,
} from './thresholds.ts';
import { isWhite } from './white-frame.ts';

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
  /** Grey levels by which the first strange frame is brighter than the picture. */
  lift: number;
  confidence: number;
}

const back = noDifference();

/**
 * True when a picture shows the same things in other light: light is soft, so what each cell
 * differs by from those around it stays alike wherever it is not burnt out.
 */
function sameThings(history: History, before: number, inside: number): boolean {
  if (history.spread(before) < IMPULSE_PLAIN && history.spread(inside) < IMPULSE_PLAIN) return true;
  if (isWhite(history, before, inside)) return true;
  const [a, b] = [history.grey(before), history.grey(inside)];
  const [sa, sb] = [history.soft(before), history.soft(inside)];
  let [ab, aa, bb, cells] = [0, 0, 0, 0];
  for (let i = 0; i < PIXELS; i++) {
    if (at(b, i) > IMPULSE_BURNT) continue;
    const da = at(a, i) - real(sa, i);
    const db = at(b, i) - real(sb, i);
    ab += da * db;
    aa += da * da;
    bb += db * db;
    cells++;
  }
  if (cells < IMPULSE_LEFT * PIXELS) return true;
  const noise = cells * IMPULSE_DETAIL_NOISE ** 2;
  return (ab + noise) / Math.sqrt((aa + noise) * (bb + noise)) >= IMPULSE_SAME_DETAIL;
}

/** Share of cells that did not get darker. */
function lit(before: Uint8Array, inside: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < PIXELS; i++) if (at(inside, i) >= at(before, i) - 6) count++;
  return count / PIXELS;
}

const sure = (value: number): number => round(min(1, max(0, value)) * 100) / 100;

/** True when a picture shows what another does in more light. */
const isLitUp = (history: History, dark: number, bright: number): boolean =>
  history.mean(bright) - history.mean(dark) >= FLASH_LIFT &&
  lit(history.grey(dark), history.grey(bright)) >= 0.93 &&
  sameThings(history, dark, bright);

/** True where a dark title went, or comes: most of the view is as bright as before. */
const isUncovered = (history: History, dark: number, bright: number): boolean =>
  mostStays(history.grey(dark), history.grey(bright), history.area);

/** A step out of a rest, as light that is switched: a fade goes on beside it. */
const isSwitched = (history: History, frame: number, beside: number): boolean =>
  beside >= 1 &&
  beside < history.count &&
  history.change(beside) < FLASH_REST * history.change(frame);

/** True where light comes that came into the frame before already: it swells, and is not switched. */
function swells(history: History, frame: number): boolean {
  if (frame - 2 < history.first || frame >= history.count) return false;
  const step = history.mean(frame) - history.mean(frame - 1);
  const before = history.mean(frame - 1) - history.mean(frame - 2);
  return step >= FLASH_LIFT && before >= FLASH_SWELLS * step;
}

/** Whether the light of the frames from `from` up to `to` is all above that of a frame. */
function staysLit(history: History, dark: number, from: number, to: number): boolean {
  for (let frame = from; frame < to; frame++) {
    if (history.mean(frame) - history.mean(dark) < FLASH_LIFT) return false;
  }
  return true;
}

const spanOf = (history: History, from: number, to: number) => ({
  start: history.seconds(from),
  end: history.seconds(to),
  to,
  frames: history.framesBetween(from, to),
});

const flashOf = (history: History, from: number, to: number, lift: number): Impulse => ({
  ...spanOf(history, from, to),
  kind: 'flash',
  lift,
  confidence: sure(0.5 + lift / 80),
});

/**
 * Grey levels by which the light of the frames from `from` up to `to` wanders: between the quartiles,
 * so that light which comes for a moment and goes again does not count.
 */
function wandering(history: History, from: number, to: number): number {
  const light: number[] = [];
  for (let frame = from; frame < to; frame++) light.push(history.mean(frame));
  light.sort((a, b) => a - b);
  const [low = 0, high = 0] = [light[light.length >> 2], light[(3 * light.length) >> 2]];
  return high - low;
}

/**
 * True of weak light among frames whose own light wanders as far, before it, from frame `since` on,
 * or after it, up to frame `until`: old film flickers.
 */
export function flickers(
  history: History,
  { kind, lift, to }: Impulse,
  { since, from, until }: { since: number; from: number; until: number },
): boolean {
  if (kind !== 'flash' || lift >= FLASH_STRONG) return false;
  const around = max(wandering(history, since, from), wandering(history, to, until));
  return lift < FLASH_OVER_FLICKER * around;
}

/**
 * A flash of which nothing was seen before: light that goes in frame `to`, and with which a shot, or
 * what is read, began in frame `from`.
 */
export function flashFromStart(history: History, from: number, to: number): Impulse | undefined {
  if (!isSwitched(history, to, to + 1) || !isLitUp(history, to, to - 1)) return undefined;
  if (isUncovered(history, to, to - 1) || !staysLit(history, to, from, to)) return undefined;
  return flashOf(history, from, to, history.mean(to - 1) - history.mean(to));
}

/** A flash of which nothing was seen after: light that comes in frame `from` and stays to the end. */
export function flashToEnd(history: History, from: number): Impulse | undefined {
  const before = from - 1;
  if (!isSwitched(history, from, before) || !isLitUp(history, before, from)) return undefined;
  if (isUncovered(history, before, from) || swells(history, from + 1)) return undefined;
  if (!staysLit(history, before, from, history.count)) return undefined;
  return flashOf(history, from, history.count, history.mean(from) - history.mean(before));
}

/**
 * Looks whether the change into frame `from` is undone within `reach` frames (all of them in the
 * history).
 */
export function findImpulse(history: History, from: number, reach: number): Impulse | undefined {
  const jump = history.unlike(from);
  const base = history.mean(from - 1);
  const lift = history.mean(from) - base;
  const brighter = isLitUp(history, from - 1, from);
  const repainted = history.repaint(from) >= IMPULSE_REPAINTED;
  const another =
    repainted || (jump.overall >= 0.4 && jump.typical >= 0.25 && jump.structure >= 0.12);
  if (brighter ? swells(history, from) : !another) return undefined;
  // The view goes on meanwhile: its light may be another by a part of what the insert changed.
  const lives = brighter ? 0 : IMPULSE_LIVES * history.change(from);
  const lasts = brighter ? reach : min(reach, INSERT_FRAMES);
  for (let frames = 1; frames <= lasts; frames++) {
    const to = from + frames;
    const left = abs(history.mean(to) - base);
    if (left > max(3, 0.3 * abs(lift), lives)) continue;
    history.difference(from - 1, to, back);
    if (back.overall > max(0.12, 0.4 * jump.overall)) continue;
    // After a flash the light of the view may go on changing, as a camera gets used to it.
    const isSame = back.overall <= IMPULSE_BACK || (brighter && back.structure <= FLASH_SAME_VIEW);
    if (!isSame) continue;
    if (history.paletteDistance(from - 1, to).chroma > IMPULSE_RESTORED) continue;
    if (brighter) return flashOf(history, from, to, lift);
    const undone = history.unlike(to);
    const gone = undone.overall >= 0.4 && undone.typical >= 0.2;
    if (!gone && history.repaint(to) < IMPULSE_REPAINTED) continue;
    const confidence = sure(1 - back.overall / jump.overall);
    return { ...spanOf(history, from, to), kind: 'insert', lift, confidence };
  }
  return undefined;
}
