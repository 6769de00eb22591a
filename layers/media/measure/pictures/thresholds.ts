// How two pictures are compared: the values that they are judged by.
// docs/detectors.md tells the figures that set them, and on which clips.

// difference.ts
/** Cells a block may have moved between two frames: an eighth of the picture. */
export const DIFFERENCE_REACH = 4;
/** Contrast below which differences are noise, in grey levels. */
export const DIFFERENCE_FLOOR = 4;
/** Share of the contrast at which a block's search may stop. */
export const DIFFERENCE_MATCHED = 0.04;

// history.ts
/** Mean change in grey levels below which two frames are not compared further. */
export const HISTORY_STILL = 0.7;
/** Standard deviation of the greys below which a picture has no structure to compare. */
export const HISTORY_FLAT = 6;
/** Correlation is lost by this much where a change is more than one of light. */
export const HISTORY_RESTRUCTURED = 0.2;
/** Grey levels between two flat pictures that are not noise. */
export const HISTORY_FLAT_CHANGE = 10;

// view-stays.ts
/** Mean grey levels by which a block of 4x4 cells differs in itself where something is drawn in it. */
export const VIEW_DRAWN = 4;
/** Part of that by which it may change where it stays, and grey levels from which it changed. */
export const VIEW_STAYED = 0.25;
export const VIEW_CHANGED = 4;
/**
 * Share of the drawn blocks that stay under the largest title or picture (0.45 of the view), and
 * the share of all that may change.
 */
export const VIEW_LEAST = 0.4;
export const VIEW_MOST_CHANGED = 0.55;
