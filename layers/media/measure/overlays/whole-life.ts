import { FINE } from '../pictures/grey.ts';
import { borderOf } from './border.ts';
import type { BorneOut } from './borne-out.ts';
import type { Overlay } from './overlay.ts';
import { detailIn } from './regions.ts';
import { changeOver } from './traits.ts';
import { colourChange, type View } from './view.ts';

const { log, max, min, round } = Math;

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
  /** By how much the steps over the border of its box rose as it came and sank as it went. */
  edgeCame: number;
  edgeWent: number;
  /** The same of the side of the box that did so least. */
  sideCame: number;
  sideWent: number;
  /** Logarithm of the detail in its box with it over that without it, as it came and as it went. */
  finerCame: number;
  finerWent: number;
  /** Change of colour in levels: of its cells and of the ring as it came, of its cells as it went. */
  colourCame: number;
  colourRing: number;
  colourWent: number;
  /** Share of the picture that its box takes. */
  area: number;
}

interface Lived {
  readonly cells: Int16Array;
  readonly ring: Int16Array;
  readonly step: number;
  readonly pictures: { readonly before: View; readonly after: View };
}

/** Compares the two ends of a change. `gone` is the first picture without it, if one was seen. */
export function lifeOf(
  { cells, ring, step, pictures: { before, after } }: Lived,
  last: View,
  gone: View | undefined,
  { share, region }: BorneOut,
  seen: Overlay['region'],
): Life {
  const [x0, y0, x1, y1] = (region ?? seen).map((side) => round(side * FINE)) as Bounds;
  const detail = ({ fine }: View): number => detailIn(fine, x0, y0, x1, y1) + 4 * (x1 - x0);
  const border = (view: View): number[] => borderOf(view.fine, [x0, y0, x1, y1]);
  const rise = (without: number[], withIt: number[]): number[] =>
    withIt.map((side, k) => max(-3, min(3, (side - (without[k] as number)) / step)));
  const came = rise(border(before), border(after));
  const went = gone ? rise(border(gone), border(last)) : came;
  const mean = (sides: number[]): number =>
    sides.length === 0 ? 0 : sides.reduce((sum, side) => sum + side, 0) / sides.length;
  return {
    borne: share,
    boxed: region ? 1 : 0,
    kept: changeOver(cells, after.fine, last.fine) / step,
    ringKept: changeOver(ring, after.fine, last.fine) / step,
    fell: gone ? changeOver(cells, last.fine, gone.fine) / step : 1,
    ringFell: gone ? changeOver(ring, last.fine, gone.fine) / step : 1,
    back: gone ? changeOver(cells, before.fine, gone.fine) / step : 1,
    edgeCame: mean(came),
    edgeWent: mean(went),
    sideCame: min(...came, 3),
    sideWent: min(...went, 3),
    finerCame: log(detail(after) / detail(before)),
    finerWent: gone ? log(detail(last) / detail(gone)) : 0,
    colourCame: colourChange(cells, before, after),
    colourRing: colourChange(ring, before, after),
    colourWent: gone ? colourChange(cells, last, gone) : colourChange(cells, before, last),
    area: ((x1 - x0) * (y1 - y0)) / FINE / FINE,
  };
}

type Bounds = [number, number, number, number];
