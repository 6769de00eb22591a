import type { Dice } from '../detectors/random.ts';
import { layerFilters, type When } from '../overlays/layers.ts';

const COLOURS = ['black@0.6', 'white@0.85', 'navy', '0xc02020', '0x208040@0.8', 'orange'];

/** A bar, a corner mark or a rule without any words. */
function wordless(chance: Dice, { start, end }: When): string {
  const [x, y, width, height] = chance.pick([
    [0, 0.74, 1, 0.14],
    [0.05, 0.72, 0.5, 0.16],
    [0.8, 0.06, 0.14, 0.16],
    [0.06, 0.06, 0.18, 0.12],
  ] as const);
  return (
    `,drawbox=x=iw*${x}:y=ih*${y}:w=iw*${width}:h=ih*${height}:t=fill:color=${chance.pick(COLOURS)}` +
    `:enable='between(t\\,${start}\\,${end - 0.001})'`
  );
}

/** What is laid over a shot: mostly words, and logos, small pictures and bars without any. */
export const overlayFilters = (chance: Dice, when: When): string =>
  chance.chance(0.15) ? wordless(chance, when) : layerFilters(chance, when);
