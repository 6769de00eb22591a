import type { PictureStream } from '../../domain/sources/probe.ts';
import { beforeTurn, turnFilters } from '../picture-space.ts';
import { barsAround, ownShape } from '../read/own-shape.ts';

/** Longest side of what is read: letters of 4 % of its height are 29 pixels high. */
const LONGEST_SIDE = 1280;
const LEAST_SIDE = 16;

/** A picture as it is read: displayed upright, in even sides. */
export interface TextSize {
  readonly width: number;
  readonly height: number;
  /** Of a frame in YUV 4:2:0. */
  readonly bytes: number;
}

/** The size in pixels at which pictures are read, and the bytes of one as yuv420p. */
export function textSize({ width, height }: { width: number; height: number }): TextSize {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const [across, down] = [width, height].map((side) =>
    Math.max(LEAST_SIDE, 2 * Math.round((side * scale) / 2)),
  ) as [number, number];
  return { width: across, height: down, bytes: (across * down * 3) / 2 };
}

/** Filters that make frames into pictures that are read. Interlaced ones give one field. */
export function textFilters(picture: PictureStream, { width, height }: TextSize): string[] {
  const [across, down] = beforeTurn(picture, [width, height]);
  return [
    ...(picture.fieldOrder === null ? [] : [`field=${picture.fieldOrder}`]),
    `scale=${ownShape(picture.codedWidth, across, down)}:flags=bilinear:out_range=full`,
    'format=yuv420p',
    barsAround(across, down),
    ...turnFilters(picture),
  ];
}
