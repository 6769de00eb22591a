import type { Geometry } from './frames.ts';

/** Models shrink anything beyond this on the long edge, so no sheet is larger. */
export const MAX_EDGE = 1568;
/** Pixels between two tiles. */
export const GUTTER = 2;
/** Side of the square patch that current vision models charge a token for, in pixels. */
const TOKEN_PATCH = 28;

type Size = readonly [width: number, height: number];

const sheetEdge = (tiles: number, tile: number) => tiles * tile + (tiles - 1) * GUTTER;
const tileEdge = (tiles: number, edge: number) => Math.floor((edge - (tiles - 1) * GUTTER) / tiles);

/** The largest tile of a given shape (width / height) for a grid inside a sheet. */
export function tileSize(cols: number, rows: number, aspect: number, sheetWidth = MAX_EDGE): Size {
  const [maxWidth, maxHeight] = [tileEdge(cols, sheetWidth), tileEdge(rows, MAX_EDGE)];
  const height = Math.round(maxWidth / aspect);
  if (height <= maxHeight) return [maxWidth, Math.max(1, height)];
  return [Math.max(1, Math.min(maxWidth, Math.round(maxHeight * aspect))), maxHeight];
}

/** [columns, rows] that hold exactly `frames` tiles and make each as large as can be. */
export function bestGrid(frames: number, aspect: number): Size {
  let best: Size = [frames, 1];
  let bestArea = 0;
  for (let cols = 1; cols <= frames; cols++) {
    if (frames % cols !== 0) continue;
    const [width, height] = tileSize(cols, frames / cols, aspect);
    if (width * height > bestArea) [best, bestArea] = [[cols, frames / cols], width * height];
  }
  return best;
}

interface Asked {
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  readonly sheet_width?: number | undefined;
}

/** Columns and rows of a sheet; a member left out follows from the level's frames per sheet. */
export function gridOf(framesPerSheet: number, aspect: number, { cols, rows }: Asked): Size {
  if (cols !== undefined && rows !== undefined) return [cols, rows];
  const rest = (given: number) => Math.min(16, Math.max(1, Math.ceil(framesPerSheet / given)));
  if (cols !== undefined) return [cols, rest(cols)];
  if (rows !== undefined) return [rest(rows), rows];
  return bestGrid(framesPerSheet, aspect);
}

/** Pixels of a sheet that holds `frames` tiles; rows and columns that stay empty are left off. */
export function sheetSize(
  geometry: Pick<Geometry, 'grid' | 'tile' | 'sheet'>,
  frames: number,
): Size {
  const [cols] = geometry.grid;
  const [width, height] = geometry.tile;
  return [
    frames >= cols ? geometry.sheet[0] : sheetEdge(frames, width),
    sheetEdge(Math.ceil(frames / cols), height),
  ];
}

/**
 * Sizes of a full sheet and its tiles, in pixels.
 * @param aspect width over height of the picture as displayed
 * @param intervalSeconds between two tiles; null where there is no second one
 */
export function geometryOf(
  [cols, rows]: Size,
  aspect: number,
  { sheet_width }: Asked,
  intervalSeconds: number | null,
): Geometry {
  const [width, height] = tileSize(cols, rows, aspect, sheet_width);
  const drawn = sheetEdge(cols, width);
  // A width that was asked for is met to the pixel; what the division leaves over is a margin.
  const margin = sheet_width !== undefined && sheet_width - drawn < cols ? sheet_width - drawn : 0;
  return {
    grid: [cols, rows],
    frames_per_sheet: cols * rows,
    tile: [width, height],
    sheet: [drawn + margin, sheetEdge(rows, height)],
    frame_interval_ms: intervalSeconds === null ? null : Math.round(intervalSeconds * 1000),
  };
}

/** What a picture costs a vision model by the current published rule. */
export const visionTokens = ([width, height]: Size): number =>
  Math.ceil(width / TOKEN_PATCH) * Math.ceil(height / TOKEN_PATCH);
