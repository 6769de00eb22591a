import type { TurnedBox } from './sample.ts';

/** Where a detector's map is text, and how sure it must be of a whole line. */
const IS_TEXT = 0.3;
const IS_LINE = 0.55;
/** Lines are found shrunken: they are grown by this share of area over circumference. */
const GROWTH = 1.6;
/** Smaller findings, in cells of the map, are no writing. */
const LEAST_SIDE = 3;
/** Only what is so many times as long as high has a slope that can be told. */
const SLOPE_SHAPE = 3;
/** Radians below which a slope is noise. */
const LEAST_SLOPE = 0.03;
const MOST_SLOPE = Math.PI / 5;

/**
 * The lines in a detector's map of how likely each cell is text: connected cells, the box around
 * them, grown back to the size of the letters.
 */
export function findLines(
  map: Float32Array,
  [width, height]: readonly [number, number],
): (TurnedBox & { readonly likelihood: number })[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const found: (TurnedBox & { likelihood: number })[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] as number) <= IS_TEXT) continue;
    const cells: number[] = [];
    let likelihood = 0;
    seen[start] = 1;
    stack.push(start);
    while (stack.length > 0) {
      const cell = stack.pop() as number;
      cells.push(cell);
      likelihood += map[cell] as number;
      const [x, y] = [cell % width, Math.floor(cell / width)];
      for (let dy = y > 0 ? -1 : 0; dy <= (y + 1 < height ? 1 : 0); dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x + 1 < width ? 1 : 0); dx++) {
          const next = cell + dy * width + dx;
          if (seen[next] || (map[next] as number) <= IS_TEXT) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (likelihood / cells.length < IS_LINE) continue;
    const box = boxAround(cells, width);
    if (Math.min(box.width, box.height) < LEAST_SIDE) continue;
    found.push({ ...grown(box), likelihood: likelihood / cells.length });
  }
  return found;
}

/** The smallest box along the cells' own slope that holds them all. */
function boxAround(cells: readonly number[], mapWidth: number): TurnedBox {
  const angle = slopeOf(cells, mapWidth);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const cell of cells) {
    const [x, y] = [(cell % mapWidth) + 0.5, Math.floor(cell / mapWidth) + 0.5];
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centerX: along * cos - across * sin,
    centerY: along * sin + across * cos,
    width: right - left + 1,
    height: bottom - top + 1,
    angle,
  };
}

/** The direction in which cells lie, by their second moments; 0 where that is not clear. */
function slopeOf(cells: readonly number[], mapWidth: number): number {
  const count = cells.length;
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % mapWidth, Math.floor(cell / mapWidth)];
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
  }
  const xx = sumXX / count - (sumX / count) ** 2;
  const yy = sumYY / count - (sumY / count) ** 2;
  const xy = sumXY / count - (sumX / count) * (sumY / count);
  if (xx < SLOPE_SHAPE ** 2 * yy && Math.abs(xy) < xx / 3) return 0;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return Math.abs(angle) < LEAST_SLOPE || Math.abs(angle) > MOST_SLOPE ? 0 : angle;
}

function grown(box: TurnedBox): TurnedBox {
  const by = (box.width * box.height * GROWTH) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * by, height: box.height + 2 * by };
}
