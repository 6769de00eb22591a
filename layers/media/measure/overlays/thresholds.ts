// Overlays: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.
import { FINE_PIXELS } from '../pictures/grey.ts';

// borne-out.ts
/** Grey levels that a cell steps as a thing comes and as it goes. */
export const BORNE_STEP = 8;
/** Levels of Cb and Cr together that the colour of a cell steps then. */
export const BORNE_COLOUR = 12;
/** How far a cell may be at the end from what it showed first: levels, and parts of its step. */
export const BORNE_KEPT_LEVELS = 4;
export const BORNE_KEPT = 0.3;
/** Cells of a group that counts; twice as many make a region. */
export const BORNE_LEAST_CELLS = 6;
/** Share of the rows that words of one line share, and the cells between them. */
export const BORNE_LINE = 0.6;
export const BORNE_LINE_GAP = 10;
/** Cells beside those a thing was told by that it may have as well, where only its coming was seen. */
export const BORNE_REACH = 2;
/**
 * Share of the cells a thing was told by that must be among them. On 937 looks at edited overlays
 * of the half that was fitted on, intersection over union rose from 0.57 to 0.76 on the mean.
 */
export const BORNE_SHARE = 0.3;
/**
 * Share of their box that cells borne out take at least, in parts of what those take that a thing
 * was told by; where it is less, those of other rows are strays. On 64 clips of the half that is
 * fitted on 0 to 0.8 tell the same; of 96 overlays of the other half, 0.65 and 0.8 mend two regions,
 * 0.5 mends one.
 */
export const BORNE_AS_FILLED = 0.65;

// changed-cells.ts
/**
 * Grey levels between the range before and the range after, and by which a lively cell must step.
 */
export const CELL_LEAST_STEP = 6;
export const CELL_CLEAR_STEP = 12;
/** Part of the range before that a step must exceed, where the picture was lively. */
export const CELL_FORGIVEN = 0.4;
/** How much of its step a cell may move about afterwards. */
export const CELL_LIVELY = 0.15;
/**
 * The largest change a cell may make in a frame before and after, over the one that counts; how far
 * from it it may settle.
 */
export const CELL_USUAL = 0.5;
export const CELL_SETTLED = 0.4;
/**
 * Range of a cell over that of its surroundings, or over its own of before, where it is the one
 * that rests.
 */
export const CELL_CALMER = 0.45;
export const CELL_STOPPED = 0.12;
/** Grey levels by which coding moves a cell that rests. */
export const CELL_NOISE = 3;

// bands.ts
/**
 * Share of the cells of a band that both of its ends bear out, correlation of what changed as it came
 * with what changed back, and parts of its step by which the step over each of its borders rises, at
 * least: 27 bands that were laid over 352 clips of the half that is fitted on, one of them at 0.45 by
 * the trees, and nothing else.
 */
export const BAND_BORNE_OUT = 0.9;
export const BAND_UNDONE = 0.5;
export const BAND_BORDER = 0.08;
/** Likeness of such a band at least. */
export const BAND_LIKELY = 0.6;

// boxes.ts
/** Cells of a box at least, and the share of its bounds that they are. */
export const BOX_LEAST_CELLS = 48;
export const BOX_FILLED = 0.9;
/** Share of its cells that change in the same moment, and part of the way gone in one frame. */
export const BOX_TOGETHER = 0.95;
export const BOX_LEAP = 0.9;
/**
 * What its cells change before it comes and while it stays, and what is around it as it comes, in
 * parts of its step, at most.
 */
export const BOX_MOST_STIR = 0.05;
export const BOX_RING_STILL = 0.05;
/** Share of its cells that its coming bears out at least. */
export const BOX_BORNE_OUT = 0.9;
/**
 * Levels of Cb and Cr together by which a vivid box is more so than what it covers at least, and by
 * which the colours around it change at most; what its cells changed before, in parts of its step, at
 * most: such are 10 looks at boxes that were laid over 250 clips, and no look at anything else.
 */
export const BOX_VIVID = 20;
export const BOX_RING_COLOUR = 3;
export const BOX_BUSY = 0.3;
/**
 * Likeness of such a box at least. On 96 clips of the half that is fitted on, and on 16 decks, no
 * other thing is such a box.
 */
export const BOX_LIKELY = 0.6;

// choose-overlays.ts, uncovered.ts, seen-to-come.ts
/** Likeness from which a thing is an overlay, and from which it may be a part of one. */
export const OVERLAY_LIKELY = 0.55;
export const OVERLAY_PART = 0.2;
/**
 * The same for a thing whose end alone was judged. What moves off, or is uncovered, looks like it:
 * 22 of 27 such looks at what was laid over the half that is fitted on are surer, of which 24 are
 * surer than 0.55.
 */
export const OVERLAY_LIKELY_BY_END = 0.95;
/** Share of the smaller region from which two lie over each other. */
export const CHOSEN_OVER = 0.5;
/** Seconds between two looks at one thing that comes slowly. */
export const CHOSEN_SAME_COMING = 1.3;
/** Part of the looks at a thing that see another line take its place: of one low keyframe 0.7 do. */
export const CHOSEN_SAW_REWRITTEN = 0.75;
/**
 * Seconds between one that goes and the picture that comes back; that is not finer than what went.
 */
export const CHOSEN_GIVING_BACK = 0.35;
export const CHOSEN_NOT_FINER = 0.1;
/**
 * What gave back the picture it covered, all but for this share, was laid over it, if it is this
 * likely otherwise.
 */
export const CHOSEN_GIVEN_BACK = 0.25;
export const CHOSEN_COVERING = 0.3;
/** Seconds that a cover is there at least before it begins to go. */
export const CHOSEN_SHORTEST = 0.6;
/**
 * Seconds by which parts of one may differ at their start and end, and how far apart they may be,
 * in fractions.
 */
export const CHOSEN_PART_START = 0.05;
export const CHOSEN_PART_END = 0.3;
export const CHOSEN_PART_GAP = 0.12;
/**
 * Share of their height that words of one line share, and how far apart they may be, in fractions of
 * the picture: where they go together, and where one of them is not seen to go.
 */
export const CHOSEN_LINE = 0.6;
export const CHOSEN_LINE_GAP = 0.35;
export const CHOSEN_WORD_GAP = 0.05;
/** Share of its cells that both ends bear out where a look saw just one line, from its coming on. */
export const CHOSEN_EXACT = 0.8;
/** Part of the way that such a line comes in one frame at least. */
export const CHOSEN_AT_ONCE = 0.9;
/** Share of one that lies in the other where that is the whole of it. */
export const CHOSEN_HELD = 0.75;
/** Share of the picture that parts may make up together. */
export const CHOSEN_MOST_AREA = 0.65;
/**
 * Share of their region that changed, over that of the more filled one of two, from which the two
 * are one.
 */
export const CHOSEN_AS_FILLED = 0.65;

// changed-in-place.ts
/** Mean spread of the greys around a thing, in levels, up to which its ground is plain. */
export const IN_PLACE_PLAIN = 3;
/** Correlation of a thing and what is around it with what they left, where it was only dimmed. */
export const DIMMED_LIKE = 0.9;
/** Width of a digit as a part of the picture, and detail in its place before, in parts of its step. */
export const DIGIT_WIDE = 0.12;
export const DIGIT_WRITTEN = 0.5;

// coloured-cells.ts
/** Levels between the ranges of a colour before and after, and the mean step of those that count. */
export const COLOUR_LEAST_STEP = 4;
export const COLOUR_STRONG = 7;

// counterparts.ts
/** Seconds by which two looks at one thing, by greys and by colours, may differ; how alike they are. */
export const COUNTERPART_START = 0.1;
export const COUNTERPART_END = 0.2;
export const COUNTERPART_REGION = 0.2;

// flown.ts
/** Logarithm of width over height, and range over step once it stands. */
export const FLOWN_WIDE = -0.3;
export const FLOWN_MOST_STIR = 0.1;
/** Part of it that goes in one frame at least, and change of its cells as it goes, in steps. */
export const FLOWN_END_LEAP = 0.1;
export const FLOWN_FELL = 0.3;
/** Change of what is around it meanwhile at most, and of its cells while it stands, in steps. */
export const FLOWN_RING_FELL = 0.08;
export const FLOWN_MOST_CALM = 0.1;
/**
 * Logarithms of the detail in its box and steps over its border, summed over both ends, at least: 95
 * of 98 looks at what flew in over footage, and 20 of 60 at boxes that cross a drawn ground.
 */
export const FLOWN_SHOWS = 0.1;
/** Share of its cells that both ends bear out, and correlation of what came with what went. */
export const FLOWN_BORNE_OUT = 0.5;
export const FLOWN_UNDONE = 0.5;
/** Share of the picture that it takes at least, and of its height. */
export const FLOWN_LEAST_HEIGHT = 0.045;
export const FLOWN_LEAST_AREA = 0.01;
/** Seconds from its coming to its going: 19 of 20 that were laid over stay for 1.4 and more. */
export const FLOWN_LEAST_SECONDS = 1.2;
/** Logarithm of what the picture changes while it is there over before: less is a still. */
export const FLOWN_QUIET = -2;
/** Likeness of what holds to all of these. */
export const FLOWN_LIKELY = 0.8;

// laid-over.ts, ends.ts
/**
 * Correlation without it from which none can tell, and the part of the rest that a picture with it
 * must have.
 */
export const LAID_TOO_LIKE = 0.7;
export const LAID_LIKE_IT = 0.3;
/** Part of the way that goes in one frame where a thing is gone at once. */
export const LAID_GONE_AT_ONCE = 0.5;
/** How far from their greys, in parts of their step, cells may be on average that keep to them. */
export const LAID_KEEPS = 0.25;
/**
 * How much more or less than when it came, in parts of that, a thing may stand out that is still
 * there while its greys went elsewhere. On clips of the half that is fitted on, 0.25 and 0.4 find as
 * many ends; 0.15 finds none more than greys do.
 */
export const LAID_STANDS_OUT = 0.25;
/** The most that what is behind may look like it, once it is gone, in parts of it. */
export const LAID_MOST_LEFT = 0.8;

// likeness.ts
/** Spreads from its mean beyond which a trait counts no more. */
export const LIKENESS_FAR = 3;
/** Logarithm of the odds beyond which the regression is as sure as it gets. */
export const LIKENESS_MOST_ODDS = 8;
/** Weight of the trees beside the regression, where the whole of a change was seen. */
export const LIKENESS_TREES = 0.85;

// looked-back.ts
/** Grey levels that a cell steps as a thing comes that was noticed as it went. */
export const BACK_LEAST_STEP = 6;
/** Seconds that it may take to come, before and after half of it is there. */
export const BACK_LONGEST_SECONDS = 0.6;
/** Parts of it up to which it is not there yet, and from which it has come. */
export const BACK_BEFORE = 0.15;
export const BACK_AFTER = 0.85;
/** Part of it by which less is there in a rest before, while it still comes. */
export const BACK_FALLS = 0.02;

// onsets.ts
/**
 * Frames by which cells that come together may differ, and the same as a share of the time looked
 * at.
 */
export const ONSET_SLACK = 1;
export const ONSET_SLACK_SHARE = 0.12;

// overlays.ts
/**
 * Seconds of rest that a cell must show after it changed, and the changes looked for before that.
 */
export const OVERLAY_REST_SECONDS = 0.3;
export const OVERLAY_CHANGE_SECONDS = [0.5, 1.25] as const;
export const OVERLAY_LONGEST_FRAMES = 400;
/** Part of the way that is gone in a stride while something still fades in. */
export const OVERLAY_STILL_COMING = 0.06;
/** Share of the picture that its frame may take, and of its frame that its cells must. */
export const OVERLAY_MOST_AREA = 0.65;
/** Fine cells that a picture takes at most that comes at once over a view that rests. */
export const OVERLAY_MOST_CELLS_AT_REST = FINE_PIXELS * 0.65;
export const OVERLAY_LEAST_FILLED = 0.25;
/** Fine cells of its width at least: less is the seam of a wall or a shoe, not writing. */
export const OVERLAY_LEAST_WIDE = 4;
/**
 * Mean step of the cells, in grey levels, how much of it they may move about afterwards, and how
 * evenly they must come.
 */
export const OVERLAY_STRONG = 10;
export const OVERLAY_NOISE = 3;
export const OVERLAY_MOST_STIR = 0.3;
export const OVERLAY_EVENLY = 0.7;
/**
 * Range in grey levels of a cell that does not rest, and how many of them make a lively picture.
 */
export const OVERLAY_WANDERING = 5;
export const OVERLAY_MOST_WANDERING = 0.3 * FINE_PIXELS;
/** Part of the picture that goes on elsewhere, from which it may have grown onto a group. */
export const OVERLAY_LIVELY_SHARE = 0.04;
/**
 * Likeness below which a change of greys is not followed, and below which any is forgotten once it
 * is over: of 142 overlays of the half that is fitted on, all had a look above it.
 */
export const OVERLAY_WORTH = { watching: 0.005, telling: 0.003 };
/** Likeness of a whole change below which it is none, and no part of one. */
export const OVERLAY_CHOOSING = 0.1;
/** Seconds between two looks at the same change, and how alike their regions are. */
export const OVERLAY_SAME_SECONDS = 0.15;
export const OVERLAY_SAME_REGION = 0.5;
/**
 * Share of the cells of what stood from the beginning of its shot that its going bears out, at
 * least: 53 of 54 that were laid over the half that is fitted on, and neither of two views that a
 * hand-held camera moved.
 */
export const STOOD_BORNE_OUT = 0.6;
/** What is there for less is a glint. */
export const OVERLAY_SHORTEST_SECONDS = 0.6;
/** Frames between the two that show something at once: it may take two to come. */
export const OVERLAY_AT_ONCE = 2;

// regions.ts
/**
 * Cells from what is laid over the picture to where it surely no longer is, and to where around it
 * ends.
 */
export const AROUND_CLEAR = 2;
export const AROUND_NEAR = 4;
/** Cells from one to the next of a group: letters and lines stand apart. */
export const REGION_REACH = 2;
/**
 * Cells in a line, over those in a well filled line of the same group, below which the lines at its
 * border go.
 */
export const REGION_SPARSE = 0.42;

// unrest.ts
/** Fine cells that an overlay takes at least and at most. */
export const OVERLAY_LEAST_CELLS = 16;
export const OVERLAY_MOST_CELLS = FINE_PIXELS * 0.5;
/** Grey levels by which cells elsewhere may wander. */
export const UNREST_STIR = 8;
/** Difference of the median block at a cut. */
export const UNREST_JUMP = 0.28;
/** A cut changes the picture this many times more than the frames beside it do. */
export const UNREST_BEYOND = 1.5;

// unusual.ts
/** A change this many times what a cell did lately is unusual for it. */
export const UNUSUAL_TIMES = 2;
/** How far one usual change has sunk after the time of a rest. */
export const UNUSUAL_FORGOTTEN = 2.5;
/** Cells by which a frame must stand out of those beside it. */
export const UNUSUAL_CLEARLY = 12;

// rewritten.ts
/**
 * Part of what writing stands out by that its cells change in one frame where another line takes its
 * place: 0.35 to 0.8 for lines of subtitles, 0.15 at most within one, over a cut of the view below.
 */
export const REWRITTEN_STEP = 0.25;
/** Part of that by which the picture as a whole may change: a line of writing takes 0.05 of it. */
export const REWRITTEN_ALL = 0.2;
/**
 * How often what a place changed in the frame before it changes at least, and what the picture as a
 * whole changes at most, where the view is lively.
 */
export const REWRITTEN_BEYOND = 2.5;
export const REWRITTEN_AS_USUAL = 1.5;
/** Seconds from an end within which that is its own coming or going. */
export const REWRITTEN_EDGE_SECONDS = 0.3;
/** Part of the time that must be of lines which stay. */
export const REWRITTEN_MOSTLY = 0.8;

// beneath.ts
/**
 * Logarithm of the detail after over that before, at most, where a thing took the place of another,
 * and the share of the cells that each of the two must have.
 */
export const SWAP_AS_FINE = 0.5;
export const SWAP_SHARE = 0.2;

// succession.ts: set on 392 lines that were laid over shots of the half that is fitted on
/** Detail with writing over that without, at least, where a place can be told to be written. */
export const SUCCESSION_FINER = 1.2;
/** Part of the way from the detail without writing to that with it, from which a place is written. */
export const SUCCESSION_WRITTEN = 0.5;
/** Part of what writing stands out by that a place steps by at least where a line comes or goes. */
export const SUCCESSION_STEP = 0.25;
/** The same that a line may go from what it first showed, at most. */
export const SUCCESSION_MOST_UNREST = 0.6;
/** Part of what writing stands out by that what is written differs from the bare place, at least. */
export const SUCCESSION_OTHER = 0.5;
/** Part of its height that the next line takes at least. */
export const SUCCESSION_TALL = 0.4;
/** Fine cells of a line that are looked at together: a blank is no end. */
export const SUCCESSION_REACH = 3;

// moved-on-plain.ts
/** Levels of luma, Cb and Cr together from the ground at which something is drawn. */
export const MOVED_INK = 10;
/**
 * Part of what changed by which the drawing changes at most where it only moved, and grows at least
 * where something is laid over it; between them it moved where such a part of the cells around was
 * drawn on before.
 */
export const MOVED_SAME = 0.05;
export const MOVED_GREW = 0.5;
export const MOVED_TOUCHES = 0.15;
