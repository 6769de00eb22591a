import type { YuvPicture } from '../../../app/ports/sources/text-reader.ts';

/** A rectangle in pixels of a picture, turned about its centre. */
export interface TurnedBox {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
  /** Radians, clockwise on the screen. */
  readonly angle: number;
}

/** What a network expects of each of its three planes: (value / 255 - mean) / deviation. */
export interface Scaling {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Full-range BT.601: which matrix it is matters little to who reads letters. */
const RED_OF_CR = 1.402;
const GREEN_OF_CB = 0.344;
const GREEN_OF_CR = 0.714;
const BLUE_OF_CB = 1.772;

/**
 * Cuts a box out of a picture, brings it to a size, and lays it out as networks take it: planes
 * of blue, green and red, one after the other. Each value is the mean of a grid of points as fine
 * as the picture, so that a smaller copy does not flicker.
 */
export function sampleBox(
  { width, height, planes }: YuvPicture,
  box: TurnedBox,
  [toWidth, toHeight]: readonly [number, number],
  { mean, deviation }: Scaling,
): Float32Array {
  const halfWidth = width >> 1;
  const luma = planes.subarray(0, width * height);
  const cb = planes.subarray(width * height, width * height + halfWidth * (height >> 1));
  const cr = planes.subarray(width * height + halfWidth * (height >> 1));
  const area = toWidth * toHeight;
  const out = new Float32Array(3 * area);
  const [sin, cos] = [Math.sin(box.angle), Math.cos(box.angle)];
  const stepX = box.width / toWidth;
  const stepY = box.height / toHeight;
  const pointsX = Math.max(1, Math.round(stepX));
  const pointsY = Math.max(1, Math.round(stepY));
  const points = pointsX * pointsY;
  /** Over whole pixels: what is made smaller has several under each of its values. */
  const meanOfPixels = (centerX: number, centerY: number): number => {
    const left = Math.round(centerX - pointsX / 2);
    const top = Math.round(centerY - pointsY / 2);
    let sum = 0;
    for (let y = top; y < top + pointsY; y++) {
      const row = Math.min(Math.max(y, 0), height - 1) * width;
      for (let x = left; x < left + pointsX; x++) {
        sum += luma[row + Math.min(Math.max(x, 0), width - 1)] as number;
      }
    }
    return sum / points;
  };
  const meanOfPoints = (centerX: number, centerY: number): number => {
    let sum = 0;
    for (let point = 0; point < points; point++) {
      const alongX = (((point % pointsX) + 0.5) / pointsX - 0.5) * stepX;
      const alongY = ((Math.floor(point / pointsX) + 0.5) / pointsY - 0.5) * stepY;
      const x = centerX + alongX * cos - alongY * sin - 0.5;
      const y = centerY + alongX * sin + alongY * cos - 0.5;
      sum += between(luma, width, height, x, y);
    }
    return sum / points;
  };
  const [blueScale, greenScale, redScale] = deviation.map((value) => 1 / (255 * value)) as [
    number,
    number,
    number,
  ];
  const [blueShift, greenShift, redShift] = mean.map(
    (value, plane) => value / (deviation[plane] as number),
  ) as [number, number, number];
  const lumaAt = box.angle === 0 && points > 1 ? meanOfPixels : meanOfPoints;
  for (let row = 0; row < toHeight; row++) {
    for (let column = 0; column < toWidth; column++) {
      const alongX = (column + 0.5) * stepX - box.width / 2;
      const alongY = (row + 0.5) * stepY - box.height / 2;
      const centerX = box.centerX + alongX * cos - alongY * sin;
      const centerY = box.centerY + alongX * sin + alongY * cos;
      const y = lumaAt(centerX, centerY);
      const chroma = nearest(halfWidth, height >> 1, centerX / 2, centerY / 2);
      const u = (cb[chroma] as number) - 128;
      const v = (cr[chroma] as number) - 128;
      const at = row * toWidth + column;
      out[at] = clamp(y + BLUE_OF_CB * u) * blueScale - blueShift;
      out[area + at] = clamp(y - GREEN_OF_CB * u - GREEN_OF_CR * v) * greenScale - greenShift;
      out[2 * area + at] = clamp(y + RED_OF_CR * v) * redScale - redShift;
    }
  }
  return out;
}

/** Index of the pixel that holds a point. */
function nearest(width: number, height: number, x: number, y: number): number {
  const column = Math.min(Math.max(x, 0), width - 1) | 0;
  const row = Math.min(Math.max(y | 0, 0), height - 1);
  return row * width + column;
}

const clamp = (value: number): number => Math.min(Math.max(value, 0), 255);

/** The value at a point between four pixels; beyond the edge that of the edge. */
function between(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const right = Math.min(Math.max(x, 0), width - 1);
  const down = Math.min(Math.max(y, 0), height - 1);
  const column = right | 0;
  const row = down | 0;
  const partX = right - column;
  const partY = down - row;
  const at = row * width + column;
  const across = column + 1 < width ? 1 : 0;
  const below = row + 1 < height ? width : 0;
  const top = (plane[at] as number) * (1 - partX) + (plane[at + across] as number) * partX;
  const bottom =
    (plane[at + below] as number) * (1 - partX) + (plane[at + below + across] as number) * partX;
  return top * (1 - partY) + bottom * partY;
}
