import type { Hundredths } from './credits.ts';
import type { Coverage, FramesRequest, Geometry } from './frames.ts';
import type { Level } from './levels.ts';
import type { Probe } from './probe.ts';
import type { Box } from './video.ts';

/** The parts of a frames request that decide what is read and drawn. */
export type FramesQuestion = Pick<
  FramesRequest,
  | 'detail'
  | 'start'
  | 'end'
  | 'qa'
  | 'signals'
  | 'overlap'
  | 'fps'
  | 'cols'
  | 'rows'
  | 'sheet_width'
>;

/** Everything that is known before a byte is decoded. Pure data: it travels in a job row. */
export interface FramesPlan {
  readonly level: Level;
  /** Tiles per second, as a fraction. */
  readonly rate: readonly [number, number];
  readonly fpsCappedToSource: boolean;
  /** [start, end] that was asked, in seconds. */
  readonly window: readonly [number, number];
  /** [start, end] that is covered; ends before the window's end when a cap cut it short. */
  readonly covered: readonly [number, number];
  /** Tiles in reading order; tile k shows the moment covered[0] + k / rate. */
  readonly tiles: number;
  /** Each sheet's tiles as [first, count); with overlap the last of one is the first of the next. */
  readonly sheets: readonly (readonly [first: number, count: number])[];
  readonly geometry: Geometry;
  /** The part of the displayed picture that tiles show. */
  readonly crop: Box;
  readonly coverage: Coverage;
  /** What the covered window costs the first time. */
  readonly price: Hundredths;
  readonly signals: 'off' | 'basic' | 'full';
  /** False when switched off, or skipped because the window is longer than 15 minutes. */
  readonly detectors: boolean;
  readonly notes: readonly string[];
}

/**
 * Plans a frames call.
 * @throws DomainError no_video_stream, invalid_window, window_too_long_for_detail
 */
export declare function planFrames(question: FramesQuestion, probe: Probe): FramesPlan;
