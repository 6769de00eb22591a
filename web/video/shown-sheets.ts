import type { FramesResult, Sheet } from '../api/types.ts';

/** Pixels between two tiles of a sheet. */
const GUTTER = 2;

/** A sheet with what is needed to find its tiles. */
export interface ShownSheet {
  readonly key: string;
  readonly jobId: string;
  readonly sheet: Sheet;
  readonly detail: string;
  readonly columns: number;
  /** [width, height] of a tile, in pixels of the sheet. */
  readonly tile: readonly [number, number];
}

/** A tile, and when its frame was shown. */
export interface Tile {
  readonly second: number;
  readonly shown: ShownSheet;
  /** Place on the sheet, from 0. */
  readonly place: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a tile lies on its sheet, in pixels of the sheet. */
export function boxOf({ columns, tile: [width, height] }: ShownSheet, place: number): Box {
  const [column, row] = [place % columns, Math.floor(place / columns)];
  return { x: column * (width + GUTTER), y: row * (height + GUTTER), width, height };
}

/** The tile under a point of a sheet that is drawn smaller or larger than it is. */
export function placeAt(
  shown: ShownSheet,
  x: number,
  y: number,
  scale: number,
): number | undefined {
  const [width, height] = shown.tile;
  const column = Math.floor(x / scale / (width + GUTTER));
  const row = Math.floor(y / scale / (height + GUTTER));
  if (column < 0 || column >= shown.columns || row < 0) return undefined;
  const place = row * shown.columns + column;
  return place < shown.sheet.frame_times.length ? place : undefined;
}

/** The sheets of several reads, in the order of time; one that was drawn twice is shown once. */
export function sheetsOf(reads: readonly FramesResult[]): ShownSheet[] {
  const sheets = new Map<string, ShownSheet>();
  for (const { job_id, detail, geometry, sheets: drawn } of reads) {
    for (const sheet of drawn) {
      const key = `${detail}:${sheet.t0}:${sheet.t1}:${sheet.width}x${sheet.height}`;
      if (sheets.has(key)) continue;
      const [columns] = geometry.grid;
      sheets.set(key, { key, jobId: job_id, sheet, detail, columns, tile: geometry.tile });
    }
  }
  return [...sheets.values()].sort((a, b) => a.sheet.t0 - b.sheet.t0 || a.sheet.t1 - b.sheet.t1);
}

export const tilesOf = (sheets: readonly ShownSheet[]): Tile[] =>
  sheets
    .flatMap((shown) =>
      shown.sheet.frame_times.map((second, place) => ({ second, shown, place }) satisfies Tile),
    )
    .sort((a, b) => a.second - b.second);

/** Index of the last tile at or before a second; the first one where there is none before. */
export function tileAt(tiles: readonly Tile[], second: number): number {
  let [low, high] = [0, tiles.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tiles[middle]?.second ?? 0) <= second + 0.0005) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Of all tiles that show a second, the largest. */
export function largestAt(sheets: readonly ShownSheet[], second: number): Tile | undefined {
  const tiles = sheets.flatMap((shown) => {
    const place = shown.sheet.frame_times.findIndex((time) => Math.abs(time - second) < 0.021);
    return place < 0 ? [] : [{ second: shown.sheet.frame_times[place] ?? second, shown, place }];
  });
  return tiles.sort((a, b) => b.shown.tile[0] - a.shown.tile[0])[0];
}
