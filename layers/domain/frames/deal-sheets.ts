import { LEVEL_SPECS, type Level } from './levels.ts';

/** Tiles that one call may draw; with overlap every sheet after the first repeats one. */
export function tileCapacity(level: Level, perSheet: number, overlap = false): number {
  const sheets = LEVEL_SPECS[level].max_sheets_per_call;
  return overlap && perSheet > 1 ? perSheet + (sheets - 1) * (perSheet - 1) : sheets * perSheet;
}

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
