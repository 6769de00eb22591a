import { z } from 'zod';

export const LEVELS = ['overview', 'standard', 'detail', 'fine', 'motion', 'single'] as const;
export const Level = z.enum(LEVELS);
export type Level = z.infer<typeof Level>;

export interface LevelSpec {
  /** Tiles per second; the overview's depends on the window, see OVERVIEW_LADDER. */
  readonly fps: number;
  readonly frames_per_sheet: number;
  /** [columns, rows] that give the largest tile inside 1568 x 1568. */
  readonly grid_16_9: readonly [number, number];
  readonly grid_9_16: readonly [number, number];
  readonly max_window_seconds: number | null;
  readonly on_exceed: 'truncate' | 'error';
  readonly credits: { readonly unit: 'min' | 'sec' | 'flat'; readonly rate: number };
  readonly max_sheets_per_call: number;
  readonly purpose: string;
}

/**
 * [longest window in seconds, tiles per second]; longer windows lower the rate until the sheets
 * hold them.
 */
export const OVERVIEW_LADDER: readonly (readonly [number, number])[] = [
  [210, 2],
  [420, 1],
  [840, 0.5],
];

export const LEVEL_SPECS: Readonly<Record<Level, LevelSpec>> = {
  overview: {
    fps: 2,
    frames_per_sheet: 30,
    grid_16_9: [5, 6],
    grid_9_16: [6, 5],
    max_window_seconds: null,
    on_exceed: 'truncate',
    credits: { unit: 'min', rate: 1 },
    max_sheets_per_call: 14,
    purpose: 'The whole of a video at a glance, however long it is.',
  },
  standard: {
    fps: 5,
    frames_per_sheet: 30,
    grid_16_9: [5, 6],
    grid_9_16: [6, 5],
    max_window_seconds: null,
    on_exceed: 'truncate',
    credits: { unit: 'min', rate: 2 },
    max_sheets_per_call: 12,
    purpose: 'The course of events: what follows what, and where the shots change.',
  },
  detail: {
    fps: 5,
    frames_per_sheet: 6,
    grid_16_9: [2, 3],
    grid_9_16: [3, 2],
    max_window_seconds: 30,
    on_exceed: 'truncate',
    credits: { unit: 'min', rate: 4 },
    max_sheets_per_call: 10,
    purpose: 'Things and captions in a short stretch, large enough to tell apart.',
  },
  fine: {
    fps: 10,
    frames_per_sheet: 2,
    grid_16_9: [1, 2],
    grid_9_16: [2, 1],
    max_window_seconds: 10,
    on_exceed: 'error',
    credits: { unit: 'sec', rate: 2 },
    max_sheets_per_call: 12,
    purpose: 'Lettering, marks and slow changes that a smaller tile would lose.',
  },
  motion: {
    fps: 30,
    frames_per_sheet: 2,
    grid_16_9: [1, 2],
    grid_9_16: [2, 1],
    max_window_seconds: 3,
    on_exceed: 'error',
    credits: { unit: 'sec', rate: 3 },
    max_sheets_per_call: 24,
    purpose: 'How a thing moves: every frame of a short stretch, for paths and timing.',
  },
  single: {
    fps: 1,
    frames_per_sheet: 1,
    grid_16_9: [1, 1],
    grid_9_16: [1, 1],
    max_window_seconds: 0.2,
    on_exceed: 'error',
    credits: { unit: 'flat', rate: 1 },
    max_sheets_per_call: 1,
    purpose: 'One moment as large as a sheet allows.',
  },
};
