import type { Overlay } from './overlay.ts';
import { BAND_BORDER, BAND_BORNE_OUT, BAND_UNDONE } from './thresholds.ts';
import type { Life } from './whole-life.ts';

const { min } = Math;

/**
 * True for a band right across the view that came with both of its borders and went with them: no
 * view does that by itself. A bar along the edge of the picture is none.
 */
export function isBand([left, top, right, bottom]: Overlay['region'], life: BandLife): boolean {
  const isAcross = left === 0 && right === 1 && top > 0 && bottom < 1;
  return (
    isAcross &&
    life.boxed === 1 &&
    life.borne >= BAND_BORNE_OUT &&
    life.undone >= BAND_UNDONE &&
    min(life.sideCame, life.sideWent) >= BAND_BORDER
  );
}

type BandLife = Pick<Life, 'boxed' | 'borne' | 'undone' | 'sideCame' | 'sideWent'>;
