// Dissolves, wipes and fades: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.

// fades.ts
/** A picture is empty when its greys hardly differ and it is as dark, or as bright, as can be. */
export const FADE_EMPTY_SPREAD = 2.5;
/** How far the mean colour of an empty picture may be from grey, in levels of Cb and Cr. */
export const FADE_EMPTY_TINT = 10;
/** Levels a frame by which an empty picture still goes on sinking, or rises already. */
export const FADE_EMPTY_STEP = 2;
/** Of a slow fade a third of its pace is enough, over so many frames, and so many levels at least. */
export const FADE_PACE_FRAMES = 4;
export const FADE_EMPTY_LEAST = 0.25;
/** Steps like its last that a fade may lack of nothing where the video ends. */
export const FADE_ENDING = 1.5;
/** Level that a picture must have to fade. */
export const FADE_FULL_LEVEL = 20;
export const FADE_LONGEST_SECONDS = 5;
/** As many are remembered at the most. */
export const FADE_LONGEST_FRAMES = 500;
export const FADE_SHORTEST_FRAMES = 4;
/**
 * Frames and seconds of a shorter one, how like the full picture each of its frames is (correlation),
 * and the part of the level that one step takes at most: of xfade's "fadeblack" of 0.6 to 1 s two to
 * four frames are left of the old shot. A cut with one mixed frame takes more in a step.
 */
export const FADE_BRIEF_FRAMES = 2;
export const FADE_BRIEF_SECONDS = 0.07;
export const FADE_BRIEF_ALIKE = 0.9;
export const FADE_BRIEF_STEP = 0.6;
/**
 * Grey levels that any fade may take in one frame, and how many times those beside it, two on
 * either side, a larger one may be.
 */
export const FADE_LARGE_STEP = 22;
export const FADE_UNEVEN = 2.5;
/**
 * Share of its pace so far, over so many frames, below which the level no longer grows: the fade is
 * over.
 */
export const FADE_STILL_GROWING = 0.35;
export const FADE_LEVEL_FRAMES = 3;
/**
 * Correlation with the full picture half way, or how straight the ramp is (R squared) where the
 * picture lives on.
 */
export const FADE_ALIKE = 0.6;
export const FADE_STRAIGHT = 0.985;
/**
 * The same correlation for white, which walls and skies are too: a turn towards them is no fade,
 * however straight.
 */
export const FADE_ALIKE_IN_WHITE = 0.8;

/**
 * How much further on its way in its middle the furthest fifth of the blocks of 4 by 4 cells is than
 * the least far fifth, where an edge goes over the picture, and no light: 0.37 and more in 38 wipes
 * out of black and into it, the softest among them, 0.22 and less in 166 fades.
 */
export const FADE_SWEPT = 0.3;
/**
 * Grey above which a cell of a black frame is a mark, the share of the cells that are marks at most,
 * and the part of their light in the full picture that they have in the black one.
 */
export const FADE_MARK = 25;
export const FADE_MARKS = 0.05;
export const FADE_MARKS_STAY = 0.6;
/**
 * The same part where the marks shine on in the dark, and the part of their light by which they may
 * differ from one black frame to the next. A bar of six lines in 270 came to 0.28 and more; of a lamp
 * that is all but black, 0.15 is left.
 */
export const FADE_MARKS_THIN = 0.25;
export const FADE_MARKS_STEADY = 0.1;

// faded-detail.ts
/** Energy of the detail of two pictures, together, below which they are too plain to tell. */
export const DETAIL_LEAST = 8;
/**
 * Share of their mean energy that the middle of a dissolve has at most: 0.5 where nothing moves, 0.39
 * to 0.71 in 96 edited dissolves between varied takes.
 */
export const DETAIL_MIDDLE = 0.8;
/** How far beside that of a dissolve it may lie where the frames are straight on the way as well. */
export const DETAIL_BESIDE_STRAIGHT = 0.5;

// faded-blocks.ts
/**
 * What tells a dissolve, fitted by logistic regression to 600 dissolves mixed out of varied takes and
 * to 12,118 spans of those takes that were none, of the half that is fitted on and of one film more:
 * logarithms of how unlike the pictures are, and of how far the detail of the blocks of luma, and of
 * colour, is from a mixture's. It tells 590 of the 600, and one thing in 131 times two seconds of
 * untouched takes.
 */
export const BLOCKS_UNLIKE = 0.7;
export const BLOCKS_COLOUR = 0.22;
export const BLOCKS_TOLD = 0.44;
/** Logistic steepness of the same, by which it is told as a confidence. */
export const BLOCKS_STEEP = 5.7;
/** Energy that a mixture takes of the colours' blocks in all, below which they tell nothing. */
export const BLOCKS_COLOUR_LEAST = 64;
/** Nothing is nearer to a mixture than this: greys are whole numbers. */
export const BLOCKS_EXACT = 0.01;
/** Part of what a mixture takes, by which what is off is weighed when its ends are looked for. */
export const BLOCKS_OFF = 0.5;
/** Steps in which they are looked for, of one length, and frames between them at least. */
export const BLOCKS_HOPS = 40;
export const BLOCKS_SHORTEST = 7;
/** How far the detail of the whole picture may be from a mixture's for its blocks to be looked at. */
export const BLOCKS_WHOLE = 0.6;
/** The same of the blocks, as a logarithm, before it is asked how unlike the pictures are. */
export const BLOCKS_BESIDE = 0.3;
/** How sure two frames must be before the ends near them are looked for. */
export const BLOCKS_NEAR = -0.5;

// gradual.ts, fits.ts
export const GRADUAL_LONGEST_SECONDS = 2.6;
/** Pictures that differ by less, in grey levels, are not worth a look. */
export const GRADUAL_LEAST_CHANGE = 4;
/** One cell in five is read first; five is prime to the width, so that all columns are seen. */
export const GRADUAL_COARSE = 5;
/**
 * How far beside the way between two pictures a middle frame may lie, for quite unlike and for
 * alike pictures.
 */
export const GRADUAL_LOOSE = 0.27;
export const GRADUAL_TIGHT = 0.1;
/** A step of this size, and of half the whole way, is a cut and no transition. */
export const GRADUAL_JUMP = 0.42;
/** Part of the way in grey levels that such a step goes at least. */
export const GRADUAL_LEAP = 0.3;
/** A mixture this good needs no other story. */
export const GRADUAL_CLEAR = 0.06;
/** How far beside the way one frame alone may lie, and how early or late it may be on it. */
export const GRADUAL_BESIDE = 0.45;
export const GRADUAL_OFF = 0.2;
/**
 * How straight on the way the frames lie at least (1 - the share beside it), and grey levels by which
 * frames beside them change at most, where the shares alone tell the ends.
 */
export const GRADUAL_EXACT = 0.99;
export const GRADUAL_RESTS = 0.1;
/** Spread of a picture that shows nothing. */
export const GRADUAL_PLAIN = 4;
/**
 * Frames on either side of a dissolve that are looked at, and the part of its pace at which the
 * picture goes on as it did: drifting colours kept 0.7 to 1 of it, flat pictures 0 to 0.1.
 */
export const GRADUAL_AROUND = 8;
export const GRADUAL_GOES_ON = 0.5;
/**
 * Energy of detail of a picture without edges: drifting colours had 5 to 30, ten of eleven clips 216
 * and more.
 */
export const GRADUAL_SOFT = 150;

// plain-dissolves.ts
/** Spread of the greys below which a picture is plain: it has a colour and nothing else. */
export const PLAIN_DISSOLVE_PLAIN = 6;
/** Levels a frame by which the mean colour moves while one plain picture goes over into another. */
export const PLAIN_DISSOLVE_MOVING = 0.25;
/** Frames of rest that end it. */
export const PLAIN_DISSOLVE_RESTING = 3;
export const PLAIN_DISSOLVE_SHORTEST_FRAMES = 4;
export const PLAIN_DISSOLVE_LONGEST_SECONDS = 3;
/** Levels between the two colours, and between their chroma: light alone changes no hue. */
export const PLAIN_DISSOLVE_APART = 20;
export const PLAIN_DISSOLVE_OTHER_HUE = 10;
/** Straight way over the way gone, and the largest part of it in one step. */
export const PLAIN_DISSOLVE_STRAIGHT = 0.95;
export const PLAIN_DISSOLVE_LEAP = 0.34;
/** Share of the way by which the colours of the middle frame deviate from their mean at most. */
export const PLAIN_DISSOLVE_UNEVEN = 0.25;
/** Mean grey below which a plain colour is black: out of it and into it, that is a fade. */
export const PLAIN_DISSOLVE_BLACK_COLOUR = 20;

// replaced.ts
/** Least difference, and least loss of structure, of pictures from two shots. */
export const REPLACED_UNLIKE = 0.3;
export const REPLACED_STRUCTURE = 0.2;
/**
 * Sum of the four quarters' differences over the whole one: motion explains the quarters of a pan,
 * not of a dissolve.
 */
export const REPLACED_UNMOVED = 0.9;
/** The same where the frames between lie straight on the way. */
export const REPLACED_UNMOVED_STRAIGHT = 0.7;
export const REPLACED_RESTLESS = 2.1;
export const REPLACED_SURE = 0.86;
/**
 * Grey levels, beyond the common light, by which a block is another one, and the share of such
 * blocks.
 */
export const REPLACED_ANOTHER = 5;
export const REPLACED_MOST = 0.8;
/**
 * Change of the median block over the mean one: below, some of the picture changed and not all of
 * it.
 */
export const REPLACED_EVENLY = 0.5;
/**
 * Share of its change that a picture shows before and after as well, where that change is its own
 * way of living.
 */
export const REPLACED_AS_EVER = 0.85;
/**
 * Where the frames between lie this straight on the way (1 - the share beside it), pictures as alike
 * as two views of one room will do, and more blocks than the largest title takes (0.45 of the view):
 * walls and skies of two shots may be of one brightness. Five missed dissolves on the half that was
 * fitted on had 0.21 to 0.79 of difference, 0.64 to 0.78 of the blocks, and were straight by 0.91.
 */
export const REPLACED_STRAIGHT = 0.9;
export const REPLACED_UNLIKE_STRAIGHT = 0.18;
export const REPLACED_MOST_STRAIGHT = 0.6;
/** The same where the detail fades as well, which neither light nor a slow move makes it do. */
export const REPLACED_UNLIKE_SURE = 0.12;
export const REPLACED_STRUCTURE_SURE = 0.1;
export const REPLACED_MOST_SURE = 0.5;
export const REPLACED_ANOTHER_SURE = 3;
/** Difference in structure from which no light alone made the one picture out of the other. */
export const REPLACED_RESTRUCTURED = 0.5;
/** Difference beyond all measure, as from writing on one colour: nothing that moves explains parts of it. */
export const REPLACED_BEYOND = 3;
/** Share of the blocks from which on it is not asked whether they change equally, then. */
export const REPLACED_ALL = 0.95;

// steady-edges.ts
export const EDGE_LONGEST_SECONDS = 2.6;
export const EDGE_SHORTEST_FRAMES = 5;
/** How far beside the line, in parts of the way and in frames, the edge may pass a line of cells. */
export const EDGE_OFF = 0.08;
export const EDGE_OFF_FRAMES = 1;
/** Share of the lines that change most as the edge passes: 26 of 32 and more in 80 edited wipes. */
export const EDGE_IN_LINE = 0.78;
/** Part by which the times from one to the next of four lines may differ, at a first look. */
export const EDGE_UNEVEN = 0.6;
/** What a line changes as the edge passes it, over what it does in the other frames of a wipe. */
export const EDGE_STANDS_OUT = 1.6;
/** Part by which what is drawn on a plain ground changes at most where it only moved over it. */
export const EDGE_SAME_DRAWING = 0.05;

// two-sides.ts
/**
 * Share of a wipe's frames in which the one side of the edge, and the other, is nearer to the
 * picture that belongs there. On 102 edited wipes at least 0.93 and 0.47; where something crossed a
 * view, or a camera turned, at most 0.97 and 0.13, or 0.88 and 0.88.
 */
export const EDGE_SIDE_SURE = 0.9;
export const EDGE_SIDE_LEAST = 0.4;

// shaped-wipes.ts
/** Grey levels (root mean square) by which the pictures differ in a block that can tell its way. */
export const SHAPED_TELLING = 6;
/** Share of the blocks that must be able to. */
export const SHAPED_MOST = 0.6;
/** How far beside their ways the blocks may lie, on average over three frames and in one. */
export const SHAPED_BESIDE = 0.13;
export const SHAPED_BESIDE_ONE = 0.2;
/** Standard deviation of the blocks' shares at half time: 0 in a dissolve, 0.5 at a hard edge. */
export const SHAPED_SPREAD = 0.2;
/** How far back a block may seem to go, and the share of the blocks (by weight) that do not. */
export const SHAPED_ORDER = 0.2;
export const SHAPED_IN_ORDER = 0.9;
/** Grey levels between two plain pictures that are not one in another light. */
export const SHAPED_PLAIN_WAY = 20;
/** Share of the variance of the blocks' times that a straight way explains. */
export const SHAPED_LINEAR = 0.34;
/** Share of it that the way from the middle explains in an iris. */
export const SHAPED_ROUND = 0.5;
/**
 * Share of the way that all blocks together may go in one frame where they hardly go on in those
 * beside it: a title that came or went took 0.22 to 0.63 of it.
 */
export const SHAPED_AT_ONCE = 0.12;
/** Share of such a step that a wipe goes in a frame beside it: at least 0.56, a title at most 0.06. */
export const SHAPED_STEADY = 0.25;
/** How much of what one share for the whole picture leaves unexplained may be left by the blocks' own. */
export const SHAPED_OF_MIXED = 0.45;
/** Seconds that a fade takes of such a wipe to be the better word: 0.24 of one that was none. */
export const SHAPED_FADED_SECONDS = 0.12;

// shaped-ends.ts
/** Share of its way after which, and before whose end, a block's pace is taken. */
export const SHAPED_PACE = 0.2;
/** Share of the blocks that may set out earlier, or arrive later, than what is told: some live. */
export const SHAPED_FIRST = 0.12;
/** How much earlier and later a wider pair is, as a share of the pair. */
export const SHAPED_WIDER = 0.25;

// slides.ts
/** Widths a second from which the frames between two pictures are looked at for a slide. */
export const SLIDE_FAST = 0.4;
/** Frames beside those, and parts of their number, in which a slide may be slower. */
export const SLIDE_MARGIN_FRAMES = 3;
export const SLIDE_MARGIN = 0.3;
export const SLIDE_SHORTEST_FRAMES = 4;
/** What the frames leave unexplained at their places: 0.06 to 0.25 in 24 slides, most 0.5 if held. */
export const SLIDE_UNLIKE = 0.5;
/** The same where one of the pictures rests: at most 0.33 in 190 covers and reveals. */
export const SLIDE_UNLIKE_COVER = 0.38;
/** The same of a turn of the camera, which no wipe is then told of. */
export const SLIDE_UNLIKE_TURN = 0.25;
/** Largest step over the mean one: 1.6 in slides that speed up and slow down; some pans have less. */
export const SLIDE_EVEN = 2.2;
/**
 * What the picture steps at the seam over what it does beside it: 1.81 and more in 90 slides of
 * which it is told, 1.61 in those between livelier shots, 0.7 to 1.2 in three that are not; 1.55 and
 * less in 160 turns by one picture. The same where one picture rests, as none does in a turn: 1.27
 * and more in 190. And grey levels that it steps at least.
 */
export const SLIDE_SEAM = 1.6;
export const SLIDE_SEAM_COVER = 1.25;
export const SLIDE_SEAM_LEAST = 8;
/**
 * Pictures that differ less than this in structure, and in grey levels, are two views of one place.
 * Of the half that is fitted on, five turns of a hand-held camera taken for a wipe were at most at
 * 0.39 and 28.7, 57 wipes at least at 0.40 or 36.
 */
export const SHAPED_STRUCTURE = 0.4;
export const SHAPED_WAY = 32;
