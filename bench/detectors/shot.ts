import { blank, drawView, mixInto, type Picture } from './picture.ts';
import type { Dice } from './random.ts';
import type { Source } from './sources.ts';
import type { Move, Stretch } from './truth.ts';

/** Where the camera looks: the centre in source pixels and source pixels per output pixel. */
interface View {
  x: number;
  y: number;
  scale: number;
}

/** Something that crosses the picture: a person, a car. Fractions of the picture, per second. */
interface Passer {
  at: number;
  x: number;
  y: number;
  vx: number;
  width: number;
  height: number;
  luma: number;
  stripes: number;
}

/** A camera's errand in a shot: a move, or a turn so fast that the picture smears. */
export type Errand = Move | 'whip_left' | 'whip_right';

/** A camera on a source: drawn frame by frame, `frame` counted from the shot's first. */
export interface Shot {
  frames: number;
  moves: (Stretch & { kind: Errand })[];
  real: boolean;
  draw(frame: number, target: Picture): void;
}

export interface ShotOptions {
  frames: number;
  fps: number;
  source: Source;
  moves: readonly Errand[];
  /** Frames without any errand at the start and at the end: transitions play there. */
  lead: number;
  tail: number;
  passers: number;
  /** Sway of a hand-held camera, as a share of the picture's width. */
  sway: number;
}

const OUT = { width: 480, height: 270 };

const ease = (t: number, soft: boolean): number => (soft ? t * t * (3 - 2 * t) : t);

function moved(view: View, kind: Errand, share: number): View {
  const next = { ...view };
  if (kind === 'pan_left' || kind === 'whip_left') next.x -= share * OUT.width * view.scale;
  if (kind === 'pan_right' || kind === 'whip_right') next.x += share * OUT.width * view.scale;
  if (kind === 'tilt_up') next.y -= share * OUT.height * view.scale;
  if (kind === 'tilt_down') next.y += share * OUT.height * view.scale;
  if (kind === 'zoom_in') next.scale *= 1 - share;
  if (kind === 'zoom_out') next.scale /= 1 - share;
  return next;
}

interface Leg extends Stretch {
  kind: Errand;
  from0: View;
  to0: View;
  soft: boolean;
  strength: number;
}

/**
 * Lays the moves one after the other, each staying inside the source; undefined where they do not
 * fit.
 */
function legs(options: ShotOptions, dice: Dice): { start: View; list: Leg[] } | undefined {
  const [first] = options.source.frames;
  if (!first) return undefined;
  const fits = (v: View): boolean =>
    v.x - (OUT.width * v.scale) / 2 >= 0 &&
    v.y - (OUT.height * v.scale) / 2 >= 0 &&
    v.x + (OUT.width * v.scale) / 2 <= first.width &&
    v.y + (OUT.height * v.scale) / 2 <= first.height;
  const scale = options.moves.includes('zoom_out')
    ? dice.between(0.7, 1)
    : dice.between(0.85, 1.15);
  const start = { x: dice.between(0, first.width), y: dice.between(0, first.height), scale };
  if (!fits(start)) return undefined;
  const room = options.frames - options.lead - options.tail;
  const slot = Math.floor(room / Math.max(1, options.moves.length));
  const list: Leg[] = [];
  let now: View = start;
  for (const [i, kind] of options.moves.entries()) {
    const hold = Math.round(slot * dice.between(0.12, 0.22));
    const whip = kind.startsWith('whip');
    const from = options.lead + i * slot + hold;
    const to = whip
      ? from + Math.round(options.fps * dice.between(0.18, 0.32))
      : from + slot - 2 * hold;
    const seconds = (to - from) / options.fps;
    const share = whip
      ? dice.between(0.5, 0.8)
      : Math.min(0.55, Math.max(0.08, dice.between(0.12, 0.4) * seconds));
    let next = moved(now, kind, share);
    // Two fast turns the same way would leave the source: the second one turns back.
    if (kind.startsWith('whip') && !fits(next))
      next = moved(now, 'pan_left', kind === 'whip_left' ? -share : share);
    if (!fits(next)) return undefined;
    list.push({
      kind,
      from,
      to,
      from0: now,
      to0: next,
      soft: dice.chance(0.4),
      strength: dice.between(0.007, 0.016),
    });
    now = next;
  }
  return { start, list };
}

function drawPasser(target: Picture, p: Passer, seconds: number): void {
  const cx = (p.x + p.vx * (seconds - p.at)) * target.width;
  const cy = (p.y + 0.01 * Math.sin(seconds * 9 + p.at)) * target.height;
  const rx = (p.width * target.width) / 2;
  const ry = (p.height * target.height) / 2;
  for (let y = Math.max(0, Math.ceil(cy - ry)); y < Math.min(target.height, cy + ry); y++) {
    const half = rx * Math.sqrt(Math.max(0, 1 - ((y - cy) / ry) ** 2));
    const shade = p.luma + p.stripes * Math.sin((y - cy) / 7);
    const row = y * target.width;
    for (let x = Math.max(0, Math.ceil(cx - half)); x < Math.min(target.width, cx + half); x++) {
      target.data[row + x] = Math.max(16, Math.min(235, shade + 12 * Math.sin((x - cx) / 5)));
    }
  }
}

/** Builds a shot; the same dice give the same shot. */
export function makeShot(options: ShotOptions, dice: Dice): Shot {
  let path = legs(options, dice);
  for (let tries = 0; !path && tries < 4000; tries++) path = legs(options, dice);
  if (!path) throw new Error(`no room for ${options.moves.join()} in ${options.source.name}`);
  const { start, list } = path;
  const phases = Array.from({ length: 6 }, () => dice.between(0, 7));
  const passers = Array.from({ length: options.passers }, (): Passer => {
    const forward = dice.chance(0.5);
    const speed = dice.between(0.1, 0.7);
    return {
      at: dice.between(0, options.frames / options.fps),
      x: dice.between(0.2, 0.8),
      y: dice.between(0.4, 0.8),
      vx: forward ? speed : -speed,
      width: dice.between(0.05, 0.22),
      height: dice.between(0.2, 0.7),
      luma: dice.between(40, 210),
      stripes: dice.between(5, 40),
    };
  });
  const wobble = (t: number, rates: readonly number[], offset: number): number =>
    rates.reduce(
      (sum, rate, i) => sum + Math.sin(t * rate * 6.283 + (phases[i + offset] ?? 0)),
      0,
    ) / rates.length;
  let smear: Picture | undefined;
  const viewAt = (frame: number): View => {
    const t = frame / options.fps;
    const leg = list.findLast((l) => frame >= l.from);
    let view = leg ? leg.to0 : start;
    let shakeX = 0;
    let shakeY = 0;
    if (leg && frame < leg.to) {
      const a = ease((frame - leg.from) / (leg.to - leg.from), leg.soft);
      view = {
        x: leg.from0.x + (leg.to0.x - leg.from0.x) * a,
        y: leg.from0.y + (leg.to0.y - leg.from0.y) * a,
        scale: leg.from0.scale * (leg.to0.scale / leg.from0.scale) ** a,
      };
      if (leg.kind === 'shake') {
        shakeX = leg.strength * wobble(t, [4.3, 6.1, 7.9], 0);
        shakeY = leg.strength * wobble(t, [3.7, 5.3, 8.3], 3);
      }
    }
    const width = OUT.width * view.scale;
    return {
      x: view.x + width * (shakeX + options.sway * wobble(t, [0.4, 0.9, 1.4], 1)),
      y: view.y + width * (shakeY + options.sway * wobble(t, [0.5, 0.8, 1.2], 2)),
      scale: view.scale,
    };
  };
  return {
    frames: options.frames,
    moves: list.map(({ from, to, kind }) => ({ from, to, kind })),
    real: options.source.real,
    draw(frame, target) {
      const t = frame / options.fps;
      const { frames, fps } = options.source;
      const index = Math.floor(t * fps) % (2 * frames.length);
      const source = frames[Math.min(index, 2 * frames.length - 1 - index)] ?? frames[0];
      if (!source) return;
      const drawAt = (moment: number, onto: Picture): void => {
        const view = viewAt(moment);
        const width = onto.width * view.scale;
        const height = onto.height * view.scale;
        drawView(source, onto, { x: view.x - width / 2, y: view.y - height / 2, width, height });
      };
      drawAt(frame, target);
      const leg = list.findLast((l) => frame >= l.from);
      if (leg && frame < leg.to && leg.kind.startsWith('whip')) {
        smear ??= blank(target.width, target.height);
        for (let i = 1; i < 8; i++) {
          drawAt(frame + i / 8, smear);
          mixInto(target, smear, 1 / (i + 1));
        }
      }
      for (const passer of passers) drawPasser(target, passer, t);
    },
  };
}
