// Freezes, blacks, silences and what yields to what: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.

// blacks.ts
/** Grey up to which a cell is black: a tenth of the scale, as ffmpeg's blackdetect has it. */
export const BLACK_CELL = 25;
/** Share of the cells that must be dark. */
export const BLACK_SHARE = 0.98;

// cadence.ts
/**
 * Share of what frames beside it change below which a frame repeats the one before. Coding leaves
 * 0.01 to 0.2 levels in frames that repeat a picture of film, where the next one changes 1 to 15.
 */
export const CADENCE_REPEATED = 0.15;
/** A picture that is shown for longer rests: ten a second are movement. */
export const CADENCE_SHORT_SECONDS = 0.105;
/** Seconds before and after a frame in which other pictures are repeated too. */
export const CADENCE_AROUND_SECONDS = 0.4;
/** How many of them, and as a share of those that change. */
export const CADENCE_HELD = 4;
export const CADENCE_HELD_SHARE = 0.5;

// halts.ts
/** Frames on both sides of a halt, the least change of those that move, and what is left of it. */
export const HALT_FRAMES = 3;
export const HALT_MOVING = 0.4;
export const HALT_ABRUPT = 0.1;
/** Share of the last change along one border of a quarter that is a wipe's, going out. */
export const HALT_BORDER = 0.8;
/** How unlike the frame before it each that moves is at most: more is a cut. */
export const HALT_UNLIKE = 0.25;
/** Share of its detail energy that the picture had some frames earlier. */
export const HALT_DETAIL = 0.9;
export const HALT_DETAIL_FRAMES = 4;

// measure.ts
export const FREEZE_SECONDS = 1;

// reconcile.ts
/** Seconds around an event in which its own traces are looked for. */
export const YIELD_NEAR = 0.12;
/** Seconds before a freeze in which things seem to step. */
export const YIELD_HALT = 0.2;
/** Seconds in which an overlay is alone: edges that sweep over the picture step again and again. */
export const YIELD_ALONE = 0.5;
/** Overlays that come this close together in time are parts of one. */
export const YIELD_SAME = 0.05;
/** And go this close together: what moved by chance as a title came goes at its own time. */
export const YIELD_SAME_END = 0.5;
/** Share of the picture that parts may make up together. */
export const YIELD_MOST_AREA = 0.45;
/** An overlay this sure is none of a camera's doing: it may come while the camera moves. */
export const YIELD_SURE_OVERLAY = 0.65;
/** The same of one that comes as a view returns from a flash or an insert, or while it is a blur. */
export const YIELD_SURE_AFTER = 0.9;
/** The same of one that comes as a picture freezes and goes as that goes on, or is replaced. */
export const YIELD_SURE_TITLE = 0.98;
/** Share of a fade that a flash takes away to be the better word for it. */
export const YIELD_MOSTLY_FLASH = 0.8;
/** Share of a move that another event takes away to be the better word for it. */
export const YIELD_HALF = 0.5;
/** Share of a dissolve's time that a fade takes away to be the better word for it. */
export const YIELD_MOSTLY = 0.4;
/**
 * A camera move this sure outweighs a transition less sure than that: a zoom's pictures lie on a
 * way too, and a pan has an edge.
 */
export const YIELD_SURE_MOVE = 0.75;
export const YIELD_SURE_TRANSITION = 0.9;

// silences.ts
/** Root mean square of -50 dBFS, where 0 dBFS is a full-scale square wave. */
export const SILENCE_QUIET = 32_768 * 10 ** (-50 / 20);

// stillness.ts
/**
 * A still picture of one frame only counts when it is shown this many frames long: 1 fps is no
 * freeze.
 */
export const STILL_HELD_FRAMES = 3;
/**
 * Mean change of a frame, in grey levels, that coding alone leaves in a picture at rest: 0.006 at
 * most in coded stills, 0.06 to 0.16 in live views of a static camera.
 */
export const STILL_QUIET = 0.035;
/**
 * The same on average and at most, for grain that was frozen with the picture and is coded again
 * and again.
 */
export const STILL_AVERAGE = 0.08;
export const STILL_RESTLESS = 0.35;
/** Levels of Cb and Cr together that the mean colour of a picture at rest does not step by. */
export const STILL_COLOUR = 4;
/** Weight of a new frame in the average. */
export const STILL_NEWEST = 0.15;
/**
 * Share of a still picture's frames that are equal to one shortly before them. Once nothing is left
 * to code of a picture that rests, its frames are copies, or go round over the kinds of frames;
 * grain that an encoder wipes out hardly gives the same frame twice. On 61 edited freezes at least
 * 0.083, on 14 of 18 stretches of live grain that coding had wiped out at most 0.043.
 */
export const STILL_REPEATED = 0.06;
/**
 * A key frame redraws the same picture: such a pulse is let pass where no cell steps further than
 * this, and the picture stays this near to the one that the run began with. In five edited freezes
 * that ended at a key frame it stepped by 0.5 to 1.6 levels, and no cell by more than 12.
 */
export const STILL_PULSE = 2;
export const STILL_PULSE_CELL = 16;
/** How far from the one it began with, or from the last one redrawn, a resting picture may be. */
export const STILL_DRIFT = 1.2;
/** Frames of rest before the first pulse, and between two. */
export const STILL_FIRST_PULSE = 3;
export const STILL_PULSE_GAP = 6;
/**
 * Grey levels by which a key frame may step from what was drawn since the last one, and how many
 * times the changes before it. MPEG-4 draws a still picture alike each twelve frames, within 0.06
 * levels from the second time on; of live views it took steps of 0.25 to 0.37 each time.
 */
export const STILL_STEP = 0.15;
export const STILL_STEPS_OUT = 4;
/**
 * Cells that are this many grey levels from where they began: a car's corner, far off, and no
 * coding noise.
 */
export const STILL_GONE = 4;
export const STILL_GONE_CELLS = 3;
/**
 * Seconds that an encoder takes to draw a picture out that came to rest, and how much less that
 * changes it than what moved before.
 */
export const STILL_SETTLING_SECONDS = 1.2;
export const STILL_HALTED = 3;
/**
 * Part of the shortest freeze that must be still even so: at 300 kb/s the drawing out took 0.8 s of
 * a freeze of 1.4 s.
 */
export const STILL_SETTLED = 0.5;

// technical-of.ts
export const BLACK_SECONDS = 0.1;
export const SILENCE_SECONDS = 0.5;
