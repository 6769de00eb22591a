// Camera moves and whips: the values that they are judged by.
// docs/detectors.md tells on which clips they were set, docs/accuracy.md what they come to.

// motion.ts
/** Cells below which a step ends the search. */
export const FIT_SETTLED = 0.02;
/** Share of the cells, below which nothing is fitted. */
export const FIT_FEWEST = 0.0976;
/** Pull towards rest and towards no zoom, as shares of what the picture itself says. */
export const FIT_AT_REST = 0.005;
export const FIT_NO_ZOOM = 0.03;

// move-kinds.ts
/** Picture widths (heights) a second at which a pan (tilt) begins, and below which it ends. */
export const MOVE_BEGIN = 0.05;
export const MOVE_END = 0.03;
/** Growth a second at which a zoom begins and ends. */
export const ZOOM_BEGIN = 0.07;
export const ZOOM_END = 0.04;
/** Widths a second, root mean square about the trend, that is shake and not a hand's sway. */
export const SHAKE_BEGIN = 0.07;
/** Share of its fastest speed below which a move has ended. */
export const MOVE_SPENT = 0.15;
/**
 * A zoom about a corner shifts the middle by half of its growth: this much shift for each growth is
 * still a zoom.
 */
export const MOVE_CORNER = 0.7;
/** How many times faster another direction must be to end the one that goes on. */
export const MOVE_STICKY = 1.5;

// move-runs.ts
export const MOVE_SHORTEST_SECONDS = 0.3;
/** Widths, heights or growth that a move covers at least. */
export const MOVE_LEAST_PATH = 0.03;
/** Share of the textured blocks that must agree, on average over a move. */
export const MOVE_TRUST = 0.63;
/**
 * Share of what smooth ground leads to expect of a move, that comes at least: 0.97 to 1.06 in moves
 * over most footage, 0.52 in one tilt, 0.19 to 0.30 where a head moves before a wall.
 */
export const MOVE_FOLLOWED = 0.4;
/**
 * Squared levels that are expected in all, from which on the ground can tell: 115 and more of the head;
 * what is left of soft edges of boxes on one grey came to 30 in three seconds.
 */
export const MOVE_FOLLOWED_TELLS = 60;
/** A camera that shakes rests at each turn, where nothing votes for motion. */
export const MOVE_SHAKE_TRUST = 0.45;
/** Seconds between two runs of one kind that are one move. */
export const MOVE_PAUSE = 0.2;
/** The same for shakes, whose ends reach further than they last. */
export const MOVE_SHAKE_PAUSE = 0.06;
/** Seconds that another kind lasts between them at most. */
export const MOVE_BLIP = 0.2;

// moves.ts
/** Seconds on either side over which speed is smoothed, and over which its trend is taken. */
export const SPEED_SMOOTH_SECONDS = 0.1;
export const SPEED_TREND_SECONDS = 0.22;
/** Seconds between two pictures that are compared at most. */
export const SPEED_LONGEST = 0.5;
/** Share of the textured blocks that must agree on a frame's motion. */
export const SPEED_SUPPORT = 0.5;
/**
 * Share of what the corners say: a camera moves them too, and a thing that fills the middle does
 * not.
 */
export const SPEED_CORNERS = 0.25;
/** Share of the textured blocks that agrees on a motion beyond doubt. */
export const SPEED_CLEAR = 0.65;
/**
 * Frame difference of a cut or an insert: only a motion that explains it is believed, and more so
 * over several frames.
 */
export const SPEED_JUMP = 0.5;
export const SPEED_SURE = { support: 0.85, explained: 0.4 };
export const SPEED_SURE_LEAP = { support: 0.75, explained: 0.45 };
/**
 * Frame difference from which the last frame is looked at alone, where the time before it says
 * nothing.
 */
export const SPEED_LEAP = 0.12;
/** Frame difference from which a whole-cell search comes first. */
export const SPEED_COARSE = 0.12;
/** Widths a second from which a motion must explain this share of the change. */
export const SPEED_FAST = 0.5;
export const SPEED_EXPLAINED = 0.3;
/** Blocks of sixteen with a texture, from which on the coarse cells tell a camera. */
export const SPEED_FEW = 8;
/** Share of the time around that a shaking camera is off its trend. */
export const SPEED_RESTLESS = 0.5;

// faint-ground.ts
/** How many times as long is looked back where fine cells do not tell. */
export const FAINT_LONGER = 3;
/** Share of the difference at rest, below which a shift in whole cells is where the fit begins. */
export const FAINT_NEARER = 0.98;
/**
 * Share of the textured blocks that must agree, and share of the change that is explained: 0.9 to 1
 * and 0.25 to 0.5 while a camera moves over asphalt, in which 0.6 and 0.05 are told of one at rest.
 */
export const FAINT_SUPPORT = 0.85;
export const FAINT_EXPLAINED = 0.2;

// bare-ground.ts
/** Levels that cells of the ground are off its mean at most. */
export const BARE_APART = 4;
/**
 * Mean step between neighbours in a ground that shows nothing: 0.29 at most of one colour with noise
 * over it, 0.34 and more, mostly 0.5, in asphalt that a camera moves over.
 */
export const BARE_TEXTURE = 0.3;
/** What a camera's move needs over it: more of the blocks, and a share of the change. */
export const BARE_SUPPORT = 0.85;
export const BARE_EXPLAINED = 0.3;

// smooth-ground.ts
/** Levels from a soft cell to those beside it, in what is smooth. */
export const SMOOTH_STEP = 2;
/** Levels by which a smooth cell changes at most: what comes over it changes it by more. */
export const SMOOTH_MOST_CHANGE = 8;

// votes.ts
/** A block votes for the motion that leaves less than this share of its change. */
export const VOTE_EXPLAINED = 0.9;
/** Grey levels that a motion changes in a block that can tell it from rest. */
export const VOTE_TELLING = 0.25;
/**
 * Blocks that must be able to tell a shift, and a zoom: things that move in a picture of bars fill
 * some.
 */
export const VOTE_TELL_SHIFT = 9;
export const VOTE_TELL_ZOOM = 5;
/** Cells and growth that count at least for this, so that a slow motion is not called untold. */
export const VOTE_LEAST_SHIFT = 0.3;
export const VOTE_LEAST_ZOOM = 0.01;
/**
 * What a motion changes in a block, over what the better of motion and rest leaves there, from
 * which its vote counts in full.
 */
export const FULL_VOTE = 1;
/** Grey levels that are left at least: no picture is free of noise. */
export const VOTE_QUIET = 0.1;
/** Votes of the corners, each one at most, below which they say nothing. */
export const VOTE_CORNERS_TELL = 0.5;

// whips.ts
/** Widths a second from which a turn is a whip. */
export const WHIP_FAST = 1;
export const WHIP_SHORTEST_SECONDS = 0.1;
export const WHIP_LONGEST_SECONDS = 0.9;
/** Picture widths that a whip covers at least, and how straight its way is. */
export const WHIP_LEAST_PATH = 0.2;
export const WHIP_STRAIGHT = 0.7;

// slow-moves.ts
/** Seconds from one look to the next, and looks from one picture to the one it is compared with. */
export const SLOW_HOP_SECONDS = 0.5;
export const SLOW_HOPS = 4;
/** Blocks of 16 that have a texture, and shares of them and of the corners that agree. */
export const SLOW_TEXTURED = 6;
export const SLOW_SUPPORT = 0.85;
export const SLOW_CORNERS = 0.65;
/**
 * Share of the change that the move explains: 0.35 to 0.8 over photographs, from 1 % a second on; in
 * 22 takes of eleven live clips 0.22 at most. One look at a standing camera, at few blocks, had 0.43:
 * a move needs two that agree.
 */
export const SLOW_EXPLAINED = 0.35;
/** Widths, heights, or 0.7 of the growth in two seconds: 1 % a second is 0.014 and more. */
export const SLOW_LEAST = 0.012;
/** How many times its usual speed such a move has at most. */
export const SLOW_EVEN = 1.6;
/** Widths, heights or growth a second from which a move is told by its speed at every frame. */
export const SLOW_MOST = 0.08;
export const SLOW_SHORTEST_SECONDS = 2;
/** Part of a slow move from which one that was told by its speed has the better ends. */
export const SLOW_TOLD = 0.6;

// film.ts
/** Coarse cells beside a bar that are left out: they may be part bar, and soft cells hold some of it. */
export const FILM_RIM = 1;
