import {
  BOX_BORNE_OUT,
  BOX_BUSY,
  BOX_FILLED,
  BOX_LEAP,
  BOX_LEAST_CELLS,
  BOX_MOST_STIR,
  BOX_RING_COLOUR,
  BOX_RING_STILL,
  BOX_TOGETHER,
  BOX_VIVID,
} from './thresholds.ts';
import type { Traits } from './traits.ts';
import type { Life } from './whole-life.ts';

const { log } = Math;

/**
 * True for a box all of whose cells changed from one frame to the next, rested before it and rest
 * after it, while what is around it stood still: what moves by itself takes longer, or stirs what it
 * covers.
 */
export const isBoxAtOnce = ({
  sudden,
  together,
  leap,
  n,
  filled,
  stir,
  inBefore,
  ringNow,
}: Coming): boolean =>
  sudden === 1 &&
  n >= log(BOX_LEAST_CELLS) &&
  filled >= BOX_FILLED &&
  together >= BOX_TOGETHER &&
  leap >= BOX_LEAP &&
  stir <= BOX_MOST_STIR &&
  inBefore <= BOX_MOST_STIR &&
  ringNow <= BOX_RING_STILL;

type Coming = Pick<
  Traits,
  'sudden' | 'together' | 'leap' | 'n' | 'filled' | 'stir' | 'inBefore' | 'ringNow'
>;

/**
 * True for a box far more vivid than what it covers, which came at once and was as it had come until
 * a cut, or the end of the window, while what is around it kept its colours: it is seen by them
 * over a view that moves, too.
 */
export const isVividBox = (traits: Vivid, life: Staying & VividLife): boolean =>
  traits.n >= log(BOX_LEAST_CELLS) &&
  traits.filled >= BOX_FILLED &&
  traits.together >= BOX_TOGETHER &&
  traits.leap >= BOX_LEAP &&
  traits.stir <= BOX_MOST_STIR &&
  traits.inBefore <= BOX_BUSY &&
  life.vivid >= BOX_VIVID &&
  life.colourRing <= BOX_RING_COLOUR &&
  staysUntilCut(traits, life);

type Vivid = Pick<Traits, 'ended' | 'together' | 'leap' | 'n' | 'filled' | 'stir' | 'inBefore'>;
type VividLife = Pick<Life, 'vivid' | 'colourRing'>;

/** True for a box that was as it had come until a cut, or the end of the window, took all. */
export const staysUntilCut = (
  { ended }: Pick<Traits, 'ended'>,
  { boxed, borne, kept, calm }: Staying,
): boolean =>
  ended === 0 &&
  boxed === 1 &&
  borne >= BOX_BORNE_OUT &&
  kept <= BOX_MOST_STIR &&
  calm <= BOX_MOST_STIR;

type Staying = Pick<Life, 'boxed' | 'borne' | 'kept' | 'calm'>;
