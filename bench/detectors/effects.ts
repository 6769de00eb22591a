import type { Effect } from './clip.ts';
import { expose, type Picture } from './picture.ts';
import type { Dice } from './random.ts';
import type { Shot } from './shot.ts';

/** Frames from..to show one frame of another shot. */
export const insertEffect = (from: number, to: number, other: Shot): Effect => ({
  from,
  to,
  apply: (picture) => other.draw(0, picture),
});

/** A photographer's flash, a white frame, or a glow from one corner. */
export function flashEffect(from: number, to: number, dice: Dice): Effect {
  const kind = dice.pick(['lit', 'white', 'glow'] as const);
  const gain = dice.between(1.4, 2.2);
  const lift = dice.between(45, 110);
  const cx = dice.between(0.1, 0.9);
  const cy = dice.between(0.2, 0.9);
  const reach = dice.between(0.35, 0.6);
  return {
    from,
    to,
    apply(picture, frame) {
      const fall = 1 - (frame - from) / (to - from + 2);
      if (kind === 'white') return expose(picture, 0.1, 190);
      if (kind === 'lit') return expose(picture, 1 + (gain - 1) * fall, lift * fall);
      for (let y = 0; y < picture.height; y++) {
        for (let x = 0; x < picture.width; x++) {
          const dx = (x / picture.width - cx) / reach;
          const dy = (y / picture.height - cy) / reach;
          const glow = 190 * fall * Math.exp(-(dx * dx + dy * dy));
          const at = y * picture.width + x;
          picture.data[at] = Math.min(235, (picture.data[at] as number) + glow);
        }
      }
    },
  };
}

/**
 * Lines of strokes like writing, on a box or bare, that come at once or fade in; `region` holds
 * them.
 */
export function overlayEffect(
  { from, to }: { from: number; to: number },
  {
    fade,
    region,
  }: { fade: { in: number; out: number }; region: readonly [number, number, number, number] },
  dice: Dice,
): Effect {
  const box = dice.chance(0.6) ? dice.pick([16, 40, 200]) : undefined;
  const ink = box === 200 ? 20 : 235;
  const lines = dice.whole(1, 2);
  const strokes = Array.from({ length: 97 }, () => dice.chance(0.55));
  return {
    from,
    to,
    apply(picture, frame) {
      const share = Math.min(1, (frame - from + 1) / (fade.in + 1), (to - frame) / (fade.out + 1));
      const x0 = Math.round(region[0] * picture.width);
      const x1 = Math.round(region[2] * picture.width);
      const y0 = Math.round(region[1] * picture.height);
      const y1 = Math.round(region[3] * picture.height);
      const tall = (y1 - y0) / lines;
      for (let y = y0; y < y1; y++) {
        const line = Math.floor((y - y0) / tall);
        const inside = (y - y0) % tall;
        const writing = inside > tall * 0.15 && inside < tall * 0.85;
        for (let x = x0; x < x1; x++) {
          const stroke = strokes[(Math.floor((x - x0) / 5) + line * 31) % strokes.length];
          const value = writing && stroke ? ink : box;
          if (value === undefined) continue;
          const at = y * picture.width + x;
          picture.data[at] = (picture.data[at] as number) * (1 - share) + value * share;
        }
      }
    },
  };
}

/** The light changes by `gain`, over `ramp` frames (0: a switch), until `to`. */
export const lightEffect = (from: number, to: number, ramp: number, gain: number): Effect => ({
  from,
  to,
  apply: (picture, frame) =>
    expose(picture, 1 + (gain - 1) * Math.min(1, (frame - from + 1) / (ramp + 1)), 0),
});

export const blackEffect = (from: number, to: number): Effect => ({
  from,
  to,
  apply: (picture: Picture) => {
    picture.data.fill(16, 0, picture.width * picture.height);
    picture.data.fill(128, picture.width * picture.height);
  },
});

/** The picture sinks into black, or rises out of it. */
export const fadeEffect = (from: number, to: number, kind: 'in' | 'out'): Effect => ({
  from,
  to,
  apply: (picture, frame) => {
    const share = (frame - from + 1) / (to - from + 1);
    expose(picture, kind === 'in' ? share : 1 - share, 0);
  },
});

/**
 * How many of a fade's frames are black already, or still: those with a tenth of the light at most,
 * in which white itself is what ffmpeg's blackdetect takes for black.
 */
export const blackFrames = (fade: number): number => Math.floor((fade + 1) / 10);
