import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import { borderOf } from './border.ts';
import type { BorneOut } from './borne-out.ts';
import { cellsOf } from './marks.ts';
import type { Overlay } from './overlay.ts';
import { detailIn } from './regions.ts';
import { changeOver } from './traits.ts';
import { colourChange, type View, vividness } from './view.ts';

const { ceil, log, max, min, round, sqrt } = Math;

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
  /** Change from the first picture with it over all of its life: of its cells and of the ring. */
  calm: number;
  ringCalm: number;
  /** Correlation of what its box and the ring changed as it came with what they changed as it went. */
  undone: number;
  /** By how many levels of Cb and Cr together its cells became more vivid as it came. */
  vivid: number;
  /**
   * Logarithms of what the whole picture changed in a frame while it was there over what it did
   * before, and, as it came and as it went, over what its cells alone would make of it.
   */
  quiet: number;
  cameAll: number;
  wentAll: number;
}

/** Grey levels that a still picture may change from one frame to the next. */
const LEAST_CHANGE = 0.1;
/** Pictures that are looked at between the first and the last one with it. */
const SAMPLES = 8;

interface Lived {
  /** The first frame with all of it. */
  readonly from: number;
  readonly cells: Int16Array;
  readonly marks: Int16Array;
  readonly ring: Int16Array;
  readonly step: number;
  readonly whole: { readonly usual: number; readonly came: number };
  readonly pictures: { readonly before: View; readonly after: View };
}

/** The last frame with it, and the first picture without it, if one was seen. */
interface End {
  readonly frame: number;
  readonly last: View;
  readonly gone: View | undefined;
  /** The most that the whole picture changed in a frame meanwhile, in grey levels. */
  readonly went: number;
}

/** Compares the two ends of a change, and what lies between them. */
export function lifeOf(
  history: Pictures,
  { from, cells, marks, ring, step, whole, pictures: { before, after } }: Lived,
  { frame: to, last, gone, went: wentAll }: End,
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
  const hop = max(1, ceil((to - from) / SAMPLES));
  const unrest = (group: Int16Array): number => {
    let sum = 0;
    let seen = 0;
    for (let frame = max(from, history.first); frame <= to; frame += hop, seen++)
      sum += min(4, changeOver(group, after.planes, history.planes(frame)) / step);
    return seen === 0 ? 0 : sum / seen;
  };
  let [lively, looks] = [0, 0];
  for (let frame = max(from, history.first) + 1; frame <= to; frame += hop, looks++)
    lively += history.change(frame);
  const alone = (step * cells.length) / FINE_PIXELS + LEAST_CHANGE;
  const mean = (sides: number[]): number =>
    sides.length === 0 ? 0 : sides.reduce((sum, side) => sum + side, 0) / sides.length;
  return {
    borne: share,
    boxed: region ? 1 : 0,
    kept: changeOver(marks, after.planes, last.planes) / step,
    ringKept: changeOver(ring, after.planes, last.planes) / step,
    fell: gone ? changeOver(marks, last.planes, gone.planes) / step : 1,
    ringFell: gone ? changeOver(ring, last.planes, gone.planes) / step : 1,
    back: gone ? changeOver(marks, before.planes, gone.planes) / step : 1,
    edgeCame: mean(came),
    edgeWent: mean(went),
    sideCame: min(...came, 3),
    sideWent: min(...went, 3),
    finerCame: log(detail(after) / detail(before)),
    finerWent: gone ? log(detail(last) / detail(gone)) : 0,
    colourCame: colourChange(cells, before, after),
    colourRing: colourChange(cellsOf(ring), before, after),
    colourWent: gone ? colourChange(cells, last, gone) : colourChange(cells, before, last),
    area: ((x1 - x0) * (y1 - y0)) / FINE / FINE,
    calm: unrest(marks),
    ringCalm: unrest(ring),
    undone: gone ? undone([before, after, last, gone], [marks, ring]) : 1,
    vivid: vividness(cells, after) - vividness(cells, before),
    quiet: log((lively / max(1, looks) + LEAST_CHANGE) / (whole.usual + LEAST_CHANGE)),
    cameAll: log((whole.came + LEAST_CHANGE) / alone),
    wentAll: log(((gone ? wentAll : whole.came) + LEAST_CHANGE) / alone),
  };
}

/** Correlation of what cells changed from the first picture to the second with what they changed back. */
function undone(views: readonly [View, View, View, View], groups: readonly Int16Array[]): number {
  const [before, after, last, gone] = views.map(({ planes }) => planes) as Planes;
  let [n, p, q, pp, qq, pq] = [0, 0, 0, 1, 1, 0];
  for (const cells of groups) {
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k] as number;
      const came = at(after, cell) - at(before, cell);
      const went = at(last, cell) - at(gone, cell);
      n++;
      p += came;
      q += went;
      pp += came * came;
      qq += went * went;
      pq += came * went;
    }
  }
  return (pq - (p * q) / n) / sqrt((pp - (p * p) / n) * (qq - (q * q) / n));
}

type Planes = [Uint8Array, Uint8Array, Uint8Array, Uint8Array];

type Bounds = [number, number, number, number];
