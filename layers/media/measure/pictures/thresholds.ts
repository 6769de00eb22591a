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
