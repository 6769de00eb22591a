import type { Picture } from './picture.ts';
import type { Shot } from './shot.ts';
import type { Direction, Truth } from './truth.ts';

/** How a shot comes in over the one before it; frames 0 is a hard cut. */
export interface Entrance {
  kind: 'cut' | 'dissolve' | 'wipe';
  frames: number;
  direction: Direction;
}

/** A shot on the clip's line; `from` is its first (perhaps mixed) frame. */
export interface Placed {
  shot: Shot;
  from: number;
  entrance: Entrance;
}

/** Changes drawn frames, from (included) to (excluded). */
export interface Effect {
  from: number;
  to: number;
  /** 'hold' repeats the frame at `from`; anything else draws. */
  apply: 'hold' | ((picture: Picture, frame: number) => void);
}

/** Everything needed to draw, encode and judge one clip. */
export interface Clip {
  name: string;
  fps: number;
  frames: number;
  /** Pixels, even; 480x270 unless said. */
  size?: { width: number; height: number };
  /**
   * ffmpeg select expression over n and the same rule here; frames it refuses are dropped (VFR).
   */
  keep: { expression: string; test(frame: number): boolean };
  encoder: string[];
  grain: number;
  shots: Placed[];
  effects: Effect[];
  truth: Truth;
}

/** What is known of a clip once it is drawn; `cadence` is its place in CADENCES. */
export type DrawnClip = Pick<Clip, 'name' | 'fps' | 'frames' | 'truth' | 'encoder' | 'grain'> & {
  cadence: number;
};
