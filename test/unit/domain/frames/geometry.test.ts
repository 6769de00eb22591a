import {
  bestGrid,
  gridOf,
  sheetSize,
  tileSize,
  visionTokens,
} from '../../../../layers/domain/frames/geometry.ts';
import { LEVEL_SPECS, LEVELS } from '../../../../layers/domain/frames/levels.ts';

test.each(LEVELS)('the published grids of %s make the largest tiles', (level) => {
  const { frames_per_sheet, grid_16_9, grid_9_16 } = LEVEL_SPECS[level];
  expect(bestGrid(frames_per_sheet, 16 / 9)).toEqual(grid_16_9);
  expect(bestGrid(frames_per_sheet, 9 / 16)).toEqual(grid_9_16);
});

test('thirty tiles of 16:9 fill a sheet to its last pixel', () => {
  expect(tileSize(5, 6, 16 / 9)).toEqual([312, 176]);
});

test('a grid member that is left out follows from the other', () => {
  expect(gridOf(30, 16 / 9, { cols: 4 })).toEqual([4, 8]);
  expect(gridOf(30, 16 / 9, { rows: 16 })).toEqual([2, 16]);
  expect(gridOf(30, 16 / 9, { cols: 1 })).toEqual([1, 16]);
});

test('rows and columns that stay empty are left off', () => {
  const geometry = { grid: [5, 6], tile: [312, 176], sheet: [1568, 1066] } as const;
  const full = {
    grid: [...geometry.grid],
    tile: [...geometry.tile],
    sheet: [...geometry.sheet],
  } as {
    grid: [number, number];
    tile: [number, number];
    sheet: [number, number];
  };
  expect(sheetSize(full, 30)).toEqual([1568, 1066]);
  expect(sheetSize(full, 7)).toEqual([1568, 354]);
  expect(sheetSize(full, 2)).toEqual([626, 176]);
});

test('a picture costs a token for each patch that it touches', () => {
  expect(visionTokens([1568, 1066])).toBe(56 * 39);
  expect(visionTokens([1, 29])).toBe(2);
});
