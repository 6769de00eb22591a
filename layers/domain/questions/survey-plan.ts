import { type Fraction, fractionOf, toNumber } from '../fraction.ts';
import { coverageOf } from '../frames/coverage.ts';
import { dealSheets } from '../frames/deal-sheets.ts';
import { type FramesPlan, planFrames } from '../frames/frames-plan.ts';
import { LEVEL_SPECS, OVERVIEW_LADDER } from '../frames/levels.ts';
import type { Probe } from '../sources/probe.ts';
import { HALF_MILLISECOND } from '../timestamp.ts';
import type { Box } from '../videos/video.ts';
import { type Window, windowSeconds } from '../window.ts';
import type { Depth, Region } from './question.ts';

/** A glance draws a sheet for as many seconds, up to so many sheets. */
const GLANCE = { secondsPerSheet: 180, sheets: 6 };
/** A model's accuracy decays on long inputs: a full reading is surveyed in chunks of this length. */
const CHUNK_SECONDS = 420;
const FULL_FPS = 1;

/** Tiles per second of a survey. */
function surveyRate(depth: Depth, seconds: number): number {
  const { frames_per_sheet: tiles, max_sheets_per_call: most } = LEVEL_SPECS.overview;
  const nominal = OVERVIEW_LADDER.find(([longest]) => seconds <= longest)?.[1] ?? 0;
  switch (depth) {
    case 'glance': {
      const sheets = Math.min(GLANCE.sheets, Math.ceil(seconds / GLANCE.secondsPerSheet));
      return Math.min(OVERVIEW_LADDER[0]?.[1] ?? 2, (Math.max(1, sheets) * tiles) / seconds);
    }
    case 'read':
      return nominal > 0 ? nominal : (most * tiles) / seconds;
    case 'full':
      return Math.max(FULL_FPS, nominal);
  }
}

/** The probe of a video of which only a part of the picture is looked at. */
export function probeOfRegion(probe: Probe, region: Region | undefined): Probe {
  if (region === undefined || !probe.picture) return probe;
  return { ...probe, picture: { ...probe.picture, contentBox: boxOf(region, probe) } };
}

/** The part of the picture that tiles show; null where that is all of it. */
export function shownRegion({ picture, width, height }: Probe): Region | null {
  if (!picture?.contentBox) return null;
  const { x, y, width: wide, height: high } = picture.contentBox;
  return [x / width, y / height, (x + wide) / width, (y + high) / height];
}

/** A region of the displayed picture in whole pixels; at least one. */
function boxOf([x0, y0, x1, y1]: Region, { width, height }: Pick<Probe, 'width' | 'height'>): Box {
  const left = Math.min(width - 1, Math.floor(x0 * width));
  const top = Math.min(height - 1, Math.floor(y0 * height));
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.ceil(x1 * width) - left),
    height: Math.max(1, Math.ceil(y1 * height) - top),
  };
}

/**
 * Plans the one read that surveys a window: small tiles for the eye, and every frame and sound measured.
 * @param readsText whether what is written is read as well
 * @throws DomainError no_video_stream
 */
export function planSurvey(
  depth: Depth,
  window: Window,
  probe: Probe,
  readsText = false,
): FramesPlan {
  const [start, end] = window;
  const seconds = windowSeconds(window);
  const base = planFrames(
    {
      detail: 'overview',
      start,
      // Of the plan's own sheets only their shape is taken, which any window has.
      end: Math.min(end, start + 1),
      qa: true,
      signals: 'full',
      overlap: false,
      fps: surveyRate(depth, seconds),
    },
    probe,
  );
  const { rate } = base;
  const tiles = Math.max(1, Math.ceil((seconds - HALF_MILLISECOND) * toNumber(rate)));
  return {
    ...base,
    rate,
    window,
    covered: window,
    tiles,
    sheets: dealSheets(tiles, base.geometry.frames_per_sheet),
    geometry: { ...base.geometry, frame_interval_ms: Math.round(1000 / toNumber(rate)) },
    coverage: coverageOf(window, window, probe, null),
    detectors: true,
    keyframesSuffice: false,
    ...(readsText && { readsText: true }),
    notes: [],
  };
}

/** The stretches of a survey that are read in one call each, as counts of sheets. */
export function chunkSheets(depth: Depth, plan: Pick<FramesPlan, 'sheets' | 'rate'>): number {
  if (depth !== 'full') return Math.max(1, plan.sheets.length);
  const perSheet = LEVEL_SPECS.overview.frames_per_sheet / toNumber(plan.rate as Fraction);
  return Math.max(1, Math.round(CHUNK_SECONDS / perSheet));
}

/** A close look at a stretch: tiles of `detail`, at most one sheet of them. */
export function planClosely(stretch: Window, probe: Probe): FramesPlan {
  const [from, to] = stretch;
  const { frames_per_sheet: tiles, fps } = LEVEL_SPECS.detail;
  const seconds = Math.max(0.04, to - from);
  return planFrames(
    {
      detail: 'detail',
      start: from,
      end: Math.min(to, probe.duration),
      qa: false,
      signals: 'off',
      overlap: false,
      // A longer stretch is looked at in as many tiles, farther apart.
      fps: toNumber(fractionOf(Math.min(fps, tiles / seconds))),
    },
    probe,
  );
}
