import type { BorneOut } from './borne-out.ts';
import { changeOver } from './traits.ts';

/**
 * What is known of a change once it is over. Changes are means of its cells, or of the ring around
 * them, in parts of the step that it came with.
 */
export interface Life {
  /** Share of its cells that both ends bear out; 1 where they bear out a box as well. */
  borne: number;
  boxed: number;
  /** Change from the first picture with it to the last: of its cells and of the ring. */
  kept: number;
  ringKept: number;
  /** Change from the last picture with it to the one without; 1 where a cut took both. */
  fell: number;
  ringFell: number;
  /** Change of its cells from the picture before it to the one after it. */
  back: number;
}

interface Lived {
  readonly cells: Int16Array;
  readonly ring: Int16Array;
  readonly step: number;
  readonly pictures: { readonly before: Uint8Array; readonly after: Uint8Array };
}

/** Compares the two ends of a change. `gone` is the first picture without it, if one was seen. */
export function lifeOf(
  { cells, ring, step, pictures: { before, after } }: Lived,
  last: Uint8Array,
  gone: Uint8Array | undefined,
  { share, region }: BorneOut,
): Life {
  return {
    borne: share,
    boxed: region ? 1 : 0,
    kept: changeOver(cells, after, last) / step,
    ringKept: changeOver(ring, after, last) / step,
    fell: gone ? changeOver(cells, last, gone) / step : 1,
    ringFell: gone ? changeOver(ring, last, gone) / step : 1,
    back: gone ? changeOver(cells, before, gone) / step : 1,
  };
}
