// Cuts, inserts and flashes: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.

// cuts.ts, beside-step.ts
/**
 * Least difference of the pictures, of their median block, and of their structure. Unlike pictures
 * differ by 0.5 and more overall; 99 % of the frames inside shots stay below 0.43.
 */
export const CUT_OVERALL = 0.42;
export const CUT_TYPICAL = 0.28;
export const CUT_STRUCTURE = 0.2;
/** Grey levels that the picture must change by: in the dark, noise alone makes pictures unlike. */
export const CUT_CHANGE = 4;
/**
 * A cut stands out of the changes around it by this factor, and by the second on one side: of 623
 * edited cuts the least went 3.8 times as far, the strongest steps of two hands 1.9 and 2.1 times.
 */
export const CUT_PROMINENCE = 1.5;
export const CUT_OVER_CALM = 2.5;
/**
 * The same where the structures of the pictures have nothing in common: a blow a tenth of a second
 * after a cut came to 0.41 of it.
 */
export const CUT_OVER_LIVELY = 2.2;
export const CUT_NOTHING_LEFT = 0.95;
/** The same for plain grey levels: out of black, every frame of a fade is quite another picture. */
export const CUT_BRIGHTER = 1.3;
/**
 * Part of the picture that another shot repaints at least, and by how much more than the frames
 * around.
 */
export const CUT_REPAINTED = 0.4;
export const CUT_REPAINT_PROMINENCE = 3;
/**
 * The same least difference where as little moves before and after, in parts of the change, and the
 * part of the picture that is repainted then: of 285 edited cuts that are so calm one lies below
 * the other.
 */
export const CUT_OVERALL_OF_STILLS = 0.35;
export const CUT_STILL = 0.1;
export const CUT_REPAINTED_STILL = 0.25;
/** Share of the very first change that the next ones must stay below for it to be a cut. */
export const CUT_RESTLESS_START = 0.1;
/**
 * A change this many times the next one is a cut into something lively, not the first step of one
 * motion.
 */
export const CUT_LEADING = 2;
/**
 * Spread below which a picture is plain, and the grey levels by which plain ones differ that are
 * not noise.
 */
export const CUT_PLAIN = 6;
export const CUT_PLAIN_CHANGE = 10;

/**
 * Material that changes this often by as much, in this many seconds on either side, has no cuts
 * among its own changes.
 */
export const CUT_OFTEN = 5;
export const CUT_OFTEN_SECONDS = 0.4;
export const CUT_AS_MUCH = 0.67;
/** How much larger than a fade's step a cut out of black, or into it, is. */
export const CUT_OUT_OF_STEP = 2.5;
/** Share of this change below which a neighbour is a rest. */
export const CUT_REST = 0.25;
/** Share of what the frames on both sides of it change below which a frame repeats the one before. */
export const CUT_REPEATED = 0.1;
/**
 * Frames before a step in which a straight way may have begun, how far beside it the pictures on both
 * sides of the step may lie, and the part of it that a cut goes at least. Edited cuts went 0.64 of it
 * and more, the last step of a dissolve that coding drew coarsely 0.24.
 */
export const CUT_WAY_FRAMES = [4, 8, 16] as const;
export const CUT_WAY_BESIDE = 0.25;
export const CUT_WAY_STEP = 0.5;
/**
 * Frames that show both shots, which a cut may have: rates that are converted and fields that are
 * woven mix pictures. How far beside the straight way these may lie, the part of it that each goes
 * at least, and what the picture may change by in a frame on either side, as a share of a step.
 */
export const CUT_MIXED_FRAMES = 3;
export const CUT_MIXED_BESIDE = 0.12;
export const CUT_MIXED_STEP = 0.1;
export const CUT_MIXED_CALM = 0.25;
/**
 * Frames on either side that it must stand out of, one more where they are short; shots may be as
 * short as this plus one.
 */
export const CUT_NEIGHBOURS = 3;
export const CUT_SHORT_FRAMES = 48;

// impulses.ts
/** Longest insert, in frames; five strange frames in a row are a shot of their own. */
export const INSERT_FRAMES = 4;
/**
 * No shorter one is a shot, in seconds: as many frames of film and half of one. Where frames come
 * unevenly the densest rate may be that of a clock.
 */
export const INSERT_SECONDS = 0.19;
/** Longest flash, in seconds. */
export const FLASH_SECONDS = 0.35;
/**
 * Part of the picture that an insert in other colours repaints at least, and that may stay so after
 * it.
 */
export const IMPULSE_REPAINTED = 0.5;
export const IMPULSE_RESTORED = 0.25;
/** Difference from which what comes after strange frames is another view, whatever they showed. */
export const IMPULSE_BACK = 0.42;
/** Share of what an insert changes that the mean grey of the view may go on by meanwhile. */
export const IMPULSE_LIVES = 0.15;
/** Grey levels by which a flash lifts the whole picture at least. */
export const FLASH_LIFT = 6;
/**
 * Lift from which light is a flash whatever the light does beside it, in grey levels, and how many
 * times further than that a weaker one must go: 69 edited flashes lift by 35 and more, of nine steps
 * of an old film's light that were taken for some the most went 19, 1.4 times what it did around.
 */
export const FLASH_STRONG = 24;
export const FLASH_OVER_FLICKER = 2;
/** Seconds before a flash in which the light is looked at. */
export const FLASH_FLICKER_SECONDS = 1;
/** Share of the step into a flash, or out of it, that the frame beside it may change by. */
export const FLASH_REST = 0.25;
/**
 * Share of the step into a flash by which the frame before it may have grown lighter: light that
 * swells as a sine does took 0.6 and more of it.
 */
export const FLASH_SWELLS = 0.4;
/** Part of the structure by which a view may be another after a flash: what is in it moves on. */
export const FLASH_SAME_VIEW = 0.3;
/**
 * Grey from which a cell is burnt out, and the share of cells that must not be for a judgement by
 * them.
 */
export const IMPULSE_BURNT = 240;
export const IMPULSE_LEFT = 0.1;
/**
 * Correlation of the fine detail of a picture and of the same one in other light; steps below this
 * are noise.
 */
export const IMPULSE_SAME_DETAIL = 0.4;
export const IMPULSE_DETAIL_NOISE = 0.3;
/** Spread below which a picture is plain: it has no detail to go by. */
export const IMPULSE_PLAIN = 6;

// white-frame.ts
/** Mean and spread of a picture that is all but white: whatever it shows, it is a flash. */
export const WHITE_MEAN = 225;
export const WHITE_SPREAD = 8;
/**
 * Grey below which a cell of it is a mark, the share of the cells that are marks at most, and by how
 * much of the lift of the others they may change. Clocks, signs and bars over three flashes changed
 * by 0.02 to 0.28 of it, subtitles by 0.21 to 0.31, words on white cards instead by 0.33 to 0.76.
 */
export const WHITE_CELL = 215;
export const WHITE_MARKS = 0.07;
export const WHITE_MARKS_CHANGE = 0.3;

// punches.ts
/**
 * Grey levels that a punch-in changes the picture by at least, and the share of its change that each
 * frame beside it may change by. Those of 1.15 into seven real shots changed 18 and more.
 */
export const PUNCH_CHANGE = 2.5;
export const PUNCH_CALM = 0.33;
/**
 * Grey levels by which a cell changed, and the share of cells that must have: where a title comes
 * over a plain ground, the rest of the ground is like any part of itself.
 */
export const PUNCH_CELL = 3;
export const PUNCH_CELLS = 0.4;
/** How much closer, and places between the middle of the picture, 0, and its edges. */
export const PUNCH_SCALES = [
  1.06, 1.1, 1.14, 1.18, 1.23, 1.28, 1.34, 1.4, 1.47, 1.55, 1.65, 1.8, 2,
] as const;
export const PUNCH_PLACES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1] as const;
/** Widths, and heights, of the shifts that are tried instead: a bump, a page that scrolls. */
export const PUNCH_SHIFTS = [
  -0.12, -0.09, -0.06, -0.045, -0.03, -0.015, 0, 0.015, 0.03, 0.045, 0.06, 0.09, 0.12,
] as const;
/**
 * Share of the change that growing may leave, and of what the best shift leaves: 0.08 to 0.41 and
 * 0.08 to 0.42 of 1.15 and 1.4 into real shots, 1.2 and more where 0.5 or 1 s was cut out of them.
 */
export const PUNCH_EXPLAINED = 0.5;
export const PUNCH_BESIDE = 0.6;
/** The same of the spread of the plainer picture: what has little drawn in it is part of anything. */
export const PUNCH_OF_SPREAD = 0.3;
