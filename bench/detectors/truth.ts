import type { CAMERA_MOVES, WIPE_DIRECTIONS } from '../../layers/domain/frames/signal.ts';

/** A stretch in frames of the clip as it was drawn: from (included) to (excluded). */
export interface Stretch {
  from: number;
  to: number;
}

export type Move = (typeof CAMERA_MOVES)[number];
export type Direction = (typeof WIPE_DIRECTIONS)[number];

/** What is laid over a shot; where that comes or goes bit by bit, whole from one frame to another. */
export interface Shown extends Stretch {
  open: boolean;
  region: [number, number, number, number];
  whole?: Stretch;
}

/** What truly happens in a clip. Silences are seconds, everything else frames. */
export interface Truth {
  cuts: number[];
  dissolves: Stretch[];
  wipes: (Stretch & { kind: Direction })[];
  fades: (Stretch & { kind: 'in' | 'out' })[];
  inserts: Stretch[];
  flashes: Stretch[];
  overlays: Shown[];
  moves: (Stretch & { kind: Move })[];
  whips: Stretch[];
  freezes: Stretch[];
  blacks: Stretch[];
  silences: { start: number; end: number }[];
  /** Where a kind of event is neither right nor wrong: real footage has moves nobody labelled. */
  ignore: (Stretch & { what: 'cuts' | 'moves' | 'freezes' | 'overlays' | 'whips' })[];
}

export const noTruth = (): Truth => ({
  cuts: [],
  dissolves: [],
  wipes: [],
  fades: [],
  inserts: [],
  flashes: [],
  overlays: [],
  moves: [],
  whips: [],
  freezes: [],
  blacks: [],
  silences: [],
  ignore: [],
});
