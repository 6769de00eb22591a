import { DomainError } from '../errors.ts';
import { type Fraction, fractionOf, shownRate, toNumber } from '../fraction.ts';
import type { PictureStream, Probe } from '../sources/probe.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Box } from '../videos/video.ts';
import {
  ANY_LENGTH,
  END_SLACK_SECONDS,
  resolveWindow,
  type Window,
  windowSeconds,
} from '../window.ts';
import { coverageOf } from './coverage.ts';
import type { Coverage, FramesRequest, Geometry } from './frames.ts';
import { geometryOf, gridOf } from './geometry.ts';
import { LEVEL_SPECS, type Level, OVERVIEW_LADDER } from './levels.ts';
import { firstTileSecond, onGrid } from './tile-second.ts';

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
> &
  Partial<Pick<FramesRequest, 'read_text'>>;

/** Everything that is known before a byte is decoded. Pure data: it travels in a job row. */
export interface FramesPlan {
  readonly level: Level;
  /** Tiles per second. */
  readonly rate: Fraction;
  readonly fpsCappedToSource: boolean;
  /** True at the source's own rate: each tile shows the frame behind that of the one before. */
  readonly atSourceRate: boolean;
  /** What was asked, in seconds. */
  readonly window: Window;
  /** What is covered; ends before the window does when a cap cut it short. */
  readonly covered: Window;
  /** Tiles in reading order; `tileSecond` tells which moment each shows. */
  readonly tiles: number;
  /** Each sheet's tiles; with overlap the last of one is the first of the next. */
  readonly sheets: readonly (readonly [first: number, count: number])[];
  readonly geometry: Geometry;
  /** The part of the displayed picture that tiles show. */
  readonly crop: Box;
  readonly coverage: Coverage;
  readonly signals: 'off' | 'basic' | 'full';
  /** False when switched off, or skipped because the window is too long. */
  readonly detectors: boolean;
  /** True when a tile may show the nearest keyframe instead of the exact frame. */
  readonly keyframesSuffice: boolean;
  /** Set when what is written in the pictures is read. */
  readonly readsText?: true;
  readonly notes: readonly string[];
}

/** Whether every frame of the covered window is read, and its sound with it. */
export const readsThrough = ({
  keyframesSuffice,
  detectors,
  signals,
  readsText,
}: FramesPlan): boolean =>
  !keyframesSuffice && (detectors || signals !== 'off' || readsText === true);

/** Longest window that the detectors run on. */
const DETECTOR_WINDOW_SECONDS = 15 * 60;
/** Windows beyond the ladder's last step may be surveyed by keyframes. */
const [LADDER_END_SECONDS = 0, SLOWEST_STEP = 0.5] = OVERVIEW_LADDER.at(-1) ?? [];
/**
 * Containers, as ffmpeg names them, that do not tell of every picture when it is shown. A decoder
 * that is to give keyframes alone counts those wrong, by as much as lies between two of them.
 */
const UNTIMED_FORMATS: readonly string[] = ['avi', 'gxf', 'mpeg'];
/** Windows are compared at the millisecond, the precision that responses carry. */
const HALF_MILLISECOND = 0.0005;

/** auto tries these, closest first; levels priced by the second are asked for by name. */
const AUTO_ORDER = ['single', 'detail', 'standard'] as const;

/**
 * Plans a frames call.
 * @throws DomainError no_video_stream, invalid_window, window_too_long_for_detail
 */
export function planFrames(question: FramesQuestion, probe: Probe): FramesPlan {
  const { picture } = probe;
  if (!picture) {
    throw new DomainError('no_video_stream', 'This file holds sound but no picture.', {
      alternative: 'POST /v1/transcript reads what is said in it.',
      reason: 'sound_only',
    });
  }
  const window = resolveWindow(oneMoment(question), probe.duration, longestOf(question.detail));
  const crop = picture.contentBox ?? { x: 0, y: 0, width: probe.width, height: probe.height };
  const aspect = crop.width / crop.height;
  const gridAt = (level: Level) => gridOf(LEVEL_SPECS[level].frames_per_sheet, aspect, question);
  const perSheet = (level: Level) => {
    const [cols, rows] = gridAt(level);
    return cols * rows;
  };
  const level = pickLevel(question, window, perSheet);
  const capacity = tileCapacity(level, perSheet(level), question.overlap);

  const allowed = withinLevelCap(level, window);
  const asked = capToSource(tileRate(level, question.fps, windowSeconds(allowed)), picture);
  const rate =
    level === 'overview' ? held(asked.rate, windowSeconds(allowed), capacity) : asked.rate;

  const origin = firstTileSecond(allowed[0], rate);
  const wanted = Math.max(1, Math.ceil((allowed[1] - origin - HALF_MILLISECOND) * toNumber(rate)));
  const tiles = Math.min(wanted, capacity);
  const full =
    (showsEveryFrame(rate, picture) ? onGrid(origin, rate, Math.floor) : origin) +
    tiles / toNumber(rate);
  const isShort = tiles < wanted && toMillisecond(full) < toMillisecond(allowed[1]);
  const covered: Window = [allowed[0], isShort ? full : allowed[1]];
  const cap = isShort ? 'sheets' : allowed[1] < window[1] ? 'seconds' : null;

  const detectors = question.qa && windowSeconds(covered) <= DETECTOR_WINDOW_SECONDS;
  const long = level === 'overview' && windowSeconds(window) > LADDER_END_SECONDS;
  return {
    level,
    rate,
    fpsCappedToSource: asked.capped,
    atSourceRate: rate === picture.peakRate,
    window,
    covered,
    tiles,
    sheets: dealSheets(tiles, perSheet(level), question.overlap),
    geometry: geometryOf(
      gridAt(level),
      aspect,
      question,
      level === 'single' ? null : 1 / toNumber(rate),
    ),
    crop,
    coverage: coverageOf(covered, window, probe, cap && CAPS[cap](level)),
    signals: question.signals,
    detectors,
    keyframesSuffice:
      long && !detectors && question.signals === 'off' && !UNTIMED_FORMATS.includes(probe.format),
    ...(question.read_text && { readsText: true }),
    notes: [
      ...(rate !== asked.rate ? [stretched(rate)] : []),
      ...(question.qa && !detectors ? [DETECTORS_SKIPPED] : []),
      ...(question.overlap && tiles > 1 && perSheet(level) === 1 ? [NOTHING_TO_OVERLAP] : []),
    ],
  };
}

/**
 * Makes sure of a call whose video is still to be fetched that some video has its window, and that
 * its level takes one of that length.
 * @throws DomainError invalid_window, window_too_long_for_detail
 */
export function requirePossibleWindow(question: Pick<FramesQuestion, 'detail' | 'start' | 'end'>) {
  const { detail } = question;
  const longest = longestOf(detail);
  const window = resolveWindow(oneMoment(question), ANY_LENGTH, longest);
  if (detail === 'auto' || longest === undefined || !Number.isFinite(window[1])) return;
  // A video that ends before the window may cut it by so much, to a length that the level takes.
  if (windowSeconds(window) > longest + END_SLACK_SECONDS) withinLevelCap(detail, window);
}

/** What a cap that ended the coverage says of itself. */
const CAPS = {
  sheets: (level: Level) => {
    const most = LEVEL_SPECS[level].max_sheets_per_call;
    return `${level} draws at most ${most} ${most === 1 ? 'sheet' : 'sheets'} per call.`;
  },
  seconds: (level: Level) =>
    `${level} covers at most ${LEVEL_SPECS[level].max_window_seconds} s per call.`,
};

const DETECTORS_SKIPPED =
  'The detectors are skipped on windows longer than 15 minutes; ask for a shorter window.';

const NOTHING_TO_OVERLAP =
  'Sheets of one tile do not overlap: one that began with the tile before would show nothing new.';

const stretched = (rate: Fraction): string =>
  `A tile every ${(1 / toNumber(rate)).toFixed(2)} s, so that the whole window fits its sheets.`;

/** `single` with only a start means the moment that starts there. */
function oneMoment({ detail, start, end }: Pick<FramesQuestion, 'detail' | 'start' | 'end'>) {
  if (detail !== 'single' || start === undefined || end !== undefined) return { start, end };
  return { start, end: start + (LEVEL_SPECS.single.max_window_seconds ?? 0) };
}

/** Seconds of the longest window that a call takes; without end where a longer one is cut short. */
function longestOf(detail: FramesQuestion['detail']): number | undefined {
  if (detail === 'auto' || LEVEL_SPECS[detail].on_exceed === 'truncate') return undefined;
  return LEVEL_SPECS[detail].max_window_seconds ?? undefined;
}

function pickLevel(
  { detail, fps, overlap }: FramesQuestion,
  window: Window,
  perSheet: (level: Level) => number,
): Level {
  if (detail !== 'auto') return detail;
  const seconds = windowSeconds(window) - HALF_MILLISECOND;
  const covers = (level: Level) => {
    const spec = LEVEL_SPECS[level];
    const held = tileCapacity(level, perSheet(level), overlap) / (fps ?? spec.fps);
    return seconds <= Math.min(spec.max_window_seconds ?? Number.POSITIVE_INFINITY, held);
  };
  return AUTO_ORDER.find(covers) ?? 'overview';
}

/** Tiles that one call may draw; with overlap every sheet after the first repeats one. */
function tileCapacity(level: Level, perSheet: number, overlap = false): number {
  const sheets = LEVEL_SPECS[level].max_sheets_per_call;
  return overlap && perSheet > 1 ? perSheet + (sheets - 1) * (perSheet - 1) : sheets * perSheet;
}

/** @throws DomainError window_too_long_for_detail where the level refuses */
function withinLevelCap(level: Level, window: Window): Window {
  const { max_window_seconds: cap, on_exceed } = LEVEL_SPECS[level];
  if (cap === null || windowSeconds(window) <= cap + HALF_MILLISECOND) return window;
  const end = toMillisecond(window[0] + cap);
  if (end >= toMillisecond(window[1])) return window;
  if (on_exceed === 'truncate') return [window[0], window[0] + cap];
  throw new DomainError(
    'window_too_long_for_detail',
    `${level} takes windows of up to ${cap} s; ${toMillisecond(windowSeconds(window))} s were asked.`,
    {
      max_window_seconds: cap,
      suggestion: { detail: level, start: toMillisecond(window[0]), end },
      alternative: 'Leave detail out and auto picks the closest level that covers the window.',
    },
  );
}

function tileRate(level: Level, fps: number | undefined, seconds: number): Fraction {
  if (fps !== undefined) return fractionOf(fps);
  if (level !== 'overview') return fractionOf(LEVEL_SPECS[level].fps);
  const step = OVERVIEW_LADDER.find(([longest]) => seconds <= longest + HALF_MILLISECOND);
  return fractionOf(step?.[1] ?? SLOWEST_STEP);
}

/**
 * The rate itself, or a lower one at which `capacity` tiles cover the whole window: completeness
 * outranks it.
 */
const held = (rate: Fraction, seconds: number, capacity: number): Fraction =>
  Math.ceil((seconds - HALF_MILLISECOND) * toNumber(rate)) <= capacity
    ? rate
    : [capacity * 1000, Math.max(1, Math.ceil(seconds * 1000))];

/**
 * More tiles per second than the source shows frames would only repeat frames. A rate that is told
 * as the source's (29.97 for 30000/1001) is the source's: by the other, tiles would drift past one.
 */
function capToSource(
  rate: Fraction,
  { peakRate }: PictureStream,
): { rate: Fraction; capped: boolean } {
  const capped = toNumber(rate) > toNumber(peakRate);
  const isSame = shownRate(rate) === shownRate(peakRate);
  return { rate: capped || isSame ? peakRate : rate, capped };
}

/**
 * Whether hardly a frame is left out between tiles, as at a source's rate rounded to 29.97: a call
 * then ends where a frame does, since a frame that is cut in two would be shown by the next one too.
 */
const showsEveryFrame = (rate: Fraction, picture: PictureStream): boolean =>
  toNumber(rate) > toNumber(picture.peakRate) * 0.999;

/**
 * Deals tiles out to sheets, as [first tile, count] of each.
 * @param overlap each sheet but the first begins with the last tile of the one before
 */
export function dealSheets(tiles: number, perSheet: number, overlap = false) {
  const step = overlap && perSheet > 1 ? perSheet - 1 : perSheet;
  const sheets: [number, number][] = [];
  for (let first = 0; first === 0 || first + (step < perSheet ? 1 : 0) < tiles; first += step) {
    sheets.push([first, Math.min(perSheet, tiles - first)]);
  }
  return sheets;
}
