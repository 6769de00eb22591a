import { DomainError } from '../errors.ts';
import { type Fraction, toNumber } from '../fraction.ts';
import { canSeek, type Probe } from '../sources/probe.ts';
import { whyUnread } from '../sources/unread-picture.ts';
import { HALF_MILLISECOND, toMillisecond } from '../timestamp.ts';
import type { Box } from '../videos/video.ts';
import { resolveWindow, type Window, windowSeconds } from '../window.ts';
import { coverageOf } from './coverage.ts';
import { dealSheets, tileCapacity } from './deal-sheets.ts';
import type { Coverage, FramesRequest, Geometry } from './frames.ts';
import { geometryOf, gridOf, MAX_EDGE } from './geometry.ts';
import { longestOf, oneMoment, withinLevelCap } from './level-window.ts';
import { LEVEL_SPECS, type Level, OVERVIEW_LADDER } from './levels.ts';
import { capToSource, held, showsEveryFrame, tileRate } from './tile-rate.ts';
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
const [LADDER_END_SECONDS = 0] = OVERVIEW_LADDER.at(-1) ?? [];
/**
 * Containers, as ffmpeg names them, that do not tell of every picture when it is shown, as one in
 * which no second can be sought does not. A decoder that is to give keyframes alone counts those wrong, by as
 * much as lies between two of them.
 */
const UNTIMED_FORMATS: readonly string[] = ['avi', 'gxf', 'mpeg'];
const timesPictures = (probe: Probe): boolean =>
  !UNTIMED_FORMATS.includes(probe.format) && canSeek(probe);
/** auto tries these, closest first; levels priced by the second are asked for by name. */
const AUTO_ORDER = ['single', 'detail', 'standard'] as const;

/**
 * Plans a frames call.
 * @param longestRead seconds that the caller's plan reads in one call: what is suggested is no longer
 * @throws DomainError no_video_stream, invalid_window, window_too_long_for_detail
 */
export function planFrames(
  question: FramesQuestion,
  probe: Probe,
  longestRead?: number,
): FramesPlan {
  const { picture } = probe;
  if (!picture) {
    const { unreadPicture: tag } = probe;
    const why =
      tag === undefined ? 'holds sound but no picture' : `is read as sound: ${whyUnread(tag)}`;
    throw new DomainError('no_video_stream', `This file ${why}.`, {
      alternative: 'POST /v1/transcript reads what is said in it.',
      reason: 'sound_only',
    });
  }
  const window = resolveWindow(oneMoment(question), probe.duration, {
    call: longestOf(question.detail),
    plan: longestRead,
  });
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
  const geometry = geometryOf(
    gridAt(level),
    aspect,
    question,
    level === 'single' && tiles === 1 ? null : 1 / toNumber(rate),
  );
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
    geometry,
    crop,
    coverage: coverageOf(covered, window, probe, cap && CAPS[cap](level)),
    signals: question.signals,
    detectors,
    keyframesSuffice: long && !detectors && question.signals === 'off' && timesPictures(probe),
    ...(question.read_text && { readsText: true }),
    notes: [
      ...(rate !== asked.rate ? [stretched(rate)] : []),
      ...(question.qa && !detectors ? [DETECTORS_SKIPPED] : []),
      ...(question.overlap && tiles > 1 && perSheet(level) === 1 ? [NOTHING_TO_OVERLAP] : []),
      ...(geometry.sheet[0] < (question.sheet_width ?? 0) ? [narrower(geometry.sheet)] : []),
    ],
  };
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

const narrower = ([width]: Geometry['sheet']): string =>
  `Sheets are ${width} pixels wide: at the width that was asked they would be higher than ${MAX_EDGE} pixels.`;

const stretched = (rate: Fraction): string =>
  `A tile every ${toMillisecond(1 / toNumber(rate))} s, so that the whole window fits its sheets.`;

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
