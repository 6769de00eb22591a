// Pages: the values that pictures drawn on one plain ground, as slides, are judged by.
// docs/detectors.md tells the figures that set them, and on which clips.

/** Seconds that a page rests before it is looked at, and between two looks. */
export const PAGE_REST_SECONDS = 0.25;
export const PAGE_LOOK_SECONDS = 0.08;
/** Grey levels by which a fine cell may change and yet rest, and the share of cells that need not. */
export const PAGE_STILL = 3;
export const PAGE_LIVES = 0.12;
/**
 * Cells of a picture that lives on a page, by which it is known: how many at least, and their share of
 * the box around them; and the share of a line beside it that must be drawn to be of it.
 */
export const LIVING_CELLS = 24;
export const LIVING_FILLED = 0.3;
export const LIVING_LINE = 0.9;
/** Looks for which a cell that changed is known to live. */
export const PAGE_LIVES_LOOKS = 24;
/** Share of the cells that may change though they did not on the page before: a pointer. */
export const PAGE_STIRS = 0.006;
/** Grey levels from the ground at which something is drawn. */
export const PAGE_INK = 6;
/**
 * Of a ground whose grey changes smoothly: cells from one that is asked to the next, and by how many
 * grey levels they may lie off.
 */
export const PAGE_SLOPE_STEP = 4;
export const PAGE_SLOPE_OFF = 4;
/** Grey levels between the grounds of two pages, and the share of bare cells that may change. */
export const PAGE_SAME_GROUND = 4;
export const PAGE_BARE_CHANGES = 0.05;
/** Fine cells that change at least where a page is looked at any further. */
export const PAGE_LEAST_CHANGES = 8;
/** Least share of the drawn cells that go, and that come, both together, and cells on each page. */
export const PAGE_LEAST_TURNED = 0.2;
export const PAGE_TURNED = 0.65;
/** Part of a row, or a column, that is drawn and stays where a bar crosses the picture. */
export const PAGE_BAR = 0.9;
/** Cells of a frame that stands on every page, and both shares together where there is one. */
export const PAGE_FRAME_CELLS = 12;
export const PAGE_TURNED_IN_FRAME = 1.6;
export const PAGE_LEAST_CELLS = 20;
/** Least width and height over which the drawing changes, as shares of the picture's. */
export const PAGE_WIDE = 0.3;
export const PAGE_HIGH = 0.3;
/** Part of the picture from which one undivided drawing is a page. */
export const PAGE_LARGE = 0.25;
/**
 * Fine cells by which a page, or a thing on it, may have moved, the steps and how many distances are
 * tried either way; the share of what is drawn that differs at least where nothing is moved, and at
 * most where it is, also as a share of the former, and the part of all that is drawn which stays in
 * view.
 */
export const PAGE_MOVED_MOST = 32;
export const PAGE_MOVED_STEP = 0.25;
export const PAGE_MOVED_TRIES = 3;
export const PAGE_MOVED_LEAST = 0.1;
export const PAGE_MOVED = 0.3;
export const PAGE_MOVED_BETTER = 0.6;
export const PAGE_MOVED_SEEN = 0.5;
/** Share of what changed on a page that may stray beyond its lines. */
export const PAGE_STRAYS = 0.02;
/** Share of the way that one frame goes at least where the change is a cut. */
export const PAGE_CUT_STEP = 0.5;
/** Share of the way within which a frame is as one of the pages. */
export const PAGE_EDGE = 0.02;
/**
 * How far beside the way, and from the half of it, the middle of a dissolve lies at most: 0.04 in drawn
 * decks, 0.19 where somebody leans over before a plain wall.
 */
export const PAGE_DISSOLVE_BESIDE = 0.12;
export const PAGE_DISSOLVE_OFF = 0.25;
export const PAGE_DISSOLVE_FRAMES = 4;
export const PAGE_DISSOLVE_SECONDS = 3;
/** Share of a page below which what goes may only be covered, if the page comes back as it was. */
export const PAGE_COVERED = 0.75;
/** Part of the picture below which all that changes may be a window, if the page comes back. */
export const PAGE_WINDOW = 0.4;
/**
 * Fine cells that something added to a page takes at least, rows and columns between its cells at
 * most, its part of all that changes, and the seconds that it stays.
 */
export const PAGE_ADDED_CELLS = 16;
export const PAGE_ADDED_REACH = 3;
export const PAGE_ADDED = 0.7;
export const PAGE_ADDED_SECONDS = 0.6;
/**
 * Part of it by which the drawing changes at most where it only moved, and grows at least where
 * something came; between them it moved where such a part of the cells around it lives.
 */
export const PAGE_ADDED_SAME = 0.05;
export const PAGE_ADDED_GREW = 0.5;
export const PAGE_ADDED_LIVES = 0.1;
/** Bare cells that are drawn on for a while where something flies in, and for how long it may. */
export const PAGE_FLYING_CELLS = 8;
export const PAGE_FLYING_SECONDS = 0.8;
export const PAGE_ADDED_CONFIDENCE = 0.9;
/**
 * Correlation from which what changed is the same drawing, lit up or dimmed: of 14 lines that gave
 * way to others it was 0.48 at most. Least width and most height of such a line, as shares of the
 * picture's.
 */
export const PAGE_ANEW_ALIKE = 0.6;
export const PAGE_ANEW_WIDE = 0.15;
export const PAGE_ANEW_HIGH = 0.2;
/**
 * Share of a box that changes where a window opens or goes: coding leaves a little beside it for a
 * while. Of that the share with one grey.
 */
export const PAGE_WINDOW_CHANGED = 0.7;
export const PAGE_WINDOW_EVEN = 0.55;
/**
 * Of a page in another light: by which share of what it did its writing stands out at least, how far a
 * cell may lie off that, and the share of the cells that do not.
 */
export const PAGE_LIT_LEAST = 0.15;
export const PAGE_LIT_OFF = 0.15;
export const PAGE_LIT = 0.4;
