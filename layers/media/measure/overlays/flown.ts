import type { Overlay } from './overlay.ts';
import {
  FLOWN_BORNE_OUT,
  FLOWN_END_LEAP,
  FLOWN_FELL,
  FLOWN_LEAST_AREA,
  FLOWN_LEAST_HEIGHT,
  FLOWN_LEAST_SECONDS,
  FLOWN_MOST_CALM,
  FLOWN_MOST_STIR,
  FLOWN_QUIET,
  FLOWN_RING_FELL,
  FLOWN_SHOWS,
  FLOWN_UNDONE,
  FLOWN_WIDE,
} from './thresholds.ts';
import type { Change, Traits } from './traits.ts';
import type { Life } from './whole-life.ts';

const { log } = Math;

/**
 * True where cells that changed one after the other may be of a thing that flew in and stands: a
 * title or a picture is seldom higher than wide, and does not stir.
 */
export const mayHaveFlown = ({ bounds, step, range }: Standing): boolean =>
  isWide(bounds) && range <= FLOWN_MOST_STIR * step;

type Standing = Pick<Change, 'bounds' | 'step' | 'range'>;

const isWide = ([x0, y0, x1, y1]: readonly [number, number, number, number]): boolean =>
  log((x1 - x0) / (y1 - y0)) >= FLOWN_WIDE;

/**
 * True for what stood still after its cells had changed one after the other, and left again without
 * its surroundings: what moves by itself takes those with it, shows no more than what it covers, and
 * its two ends are not alike.
 */
export const isFlown = (
  region: Overlay['region'],
  { ended, endLeap, dur }: Pick<Traits, 'ended' | 'endLeap' | 'dur'>,
  { borne, boxed, fell, ringFell, area, calm, undone, quiet, ...shown }: FlownLife,
): boolean =>
  isWide(region) &&
  region[3] - region[1] >= FLOWN_LEAST_HEIGHT &&
  ended === 1 &&
  dur >= FLOWN_LEAST_SECONDS &&
  boxed === 1 &&
  endLeap >= FLOWN_END_LEAP &&
  borne >= FLOWN_BORNE_OUT &&
  undone >= FLOWN_UNDONE &&
  fell >= FLOWN_FELL &&
  ringFell <= FLOWN_RING_FELL &&
  moreShown(shown) >= FLOWN_SHOWS &&
  calm <= FLOWN_MOST_CALM &&
  area >= FLOWN_LEAST_AREA &&
  quiet >= FLOWN_QUIET;

/** How much more detail, and how much more of a border, there is with it than without, at both ends. */
const moreShown = ({ finerCame, finerWent, edgeCame, edgeWent }: Shown): number =>
  finerCame + finerWent + edgeCame + edgeWent;

type Shown = Pick<Life, 'finerCame' | 'finerWent' | 'edgeCame' | 'edgeWent'>;

export type FlownLife = Shown &
  Pick<Life, 'borne' | 'boxed' | 'fell' | 'ringFell' | 'area' | 'calm' | 'undone' | 'quiet'>;
