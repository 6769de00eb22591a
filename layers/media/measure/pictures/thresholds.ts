// How two pictures are compared: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.

// difference.ts
/** Cells a block may have moved between two frames: an eighth of the picture. */
export const DIFFERENCE_REACH = 4;
/** Contrast below which differences are noise, in grey levels. */
export const DIFFERENCE_FLOOR = 4;
/** Share of the contrast at which a block's search may stop. */
export const DIFFERENCE_MATCHED = 0.04;

// lit-area.ts, view-stays.ts
/** Grey levels up to which a cell may be of a black bar. */
export const BAR_BLACK = 20;
/** Share of the width and of the height that bars leave at least: 9:16 inside 16:9 leaves 0.32. */
export const BAR_LEAST_LIT = 0.3;

// still-border.ts
/** Grey levels by which the corners of a border of one colour differ at most. */
export const BORDER_CORNERS = 4;
/** Grey levels, or levels of Cb and Cr together, by which a cell is of the film, and no border. */
export const BORDER_APART = 8;
export const BORDER_TINTED = 16;
/** Share of each outermost line of the film that is not of the border's grey. */
export const BORDER_FILLED = 0.8;

// history.ts
/** Mean change in grey levels below which two frames are not compared further. */
export const HISTORY_STILL = 0.7;
/** Standard deviation of the greys below which a picture has no structure to compare. */
export const HISTORY_FLAT = 6;
/** Correlation is lost by this much where a change is more than one of light. */
export const HISTORY_RESTRUCTURED = 0.2;
/** Grey levels between two flat pictures that are not noise. */
export const HISTORY_FLAT_CHANGE = 10;

// beside-shape.ts
/** Share of the picture that what came, or went, takes at most. */
export const BESIDE_MOST = 0.35;
/** Spread of what lies beside it from which it has a shape: a soft ramp of light had 14. */
export const BESIDE_SHAPED = 6;
/** What may change in a cell beside it, luma and colours, as a share of that spread. */
export const BESIDE_STILL = 0.05;

// changed-box.ts, over-plain.ts
/** Spread up to which a ground is plain enough for the eye: drawn automata had 7. */
export const OVER_PLAIN_SPREAD = 8;
/** Share of the largest change of a cell from which another belongs to what came. */
export const OVER_PLAIN_CHANGED = 0.5;
/** Share of the picture that what came takes at most. */
export const OVER_PLAIN_MOST = 0.6;
/** What changed beside it, as a share of what it changed: under grain 0.06, of automata 0.11. */
export const OVER_PLAIN_REST = 0.12;
/** What may change there, against the most that frames so many before and after change there by. */
export const OVER_PLAIN_USUAL = 2;
export const OVER_PLAIN_NEAR = 3;

// plain.ts
/** Least share of the cells that a plain ground takes. */
export const PLAIN_SHARE = 0.5;

// plain-ground.ts
/** Levels between two grounds that are the same. */
export const PLAIN_GROUND_SAME = 4;

// view-stays.ts
/** Mean grey levels by which a block of 4x4 cells differs in itself where something is drawn in it. */
export const VIEW_DRAWN = 4;
/** Part of that by which it may change where it stays. */
export const VIEW_STAYED = 0.25;
/**
 * Share of the drawn blocks that stay, and how many of them at least: of the views on both sides of
 * 464 edited cuts, dissolves and wipes at most 0.06 stayed, under titles and small pictures of a fifth of
 * the view and more 0.12 to 0.6 (two of 29 less).
 */
export const VIEW_LEAST = 0.1;
export const VIEW_LEAST_BLOCKS = 4;
