import type { Box } from '../../domain/videos/video.ts';

export interface Grey {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** Above black and the noise that codecs and scanners lay on it, but below a dark scene. */
const LIT = 20;
/** A line with fewer lit pixels than this part of its length is a part of a bar. */
const LINE_LIT = 0.02;
/** The edge of a picture is lit along much of its length; the edge of a caption is not. */
const EDGE_LIT = 0.2;
/** How far inside the picture its edge is judged, in pixels; codecs blur the border. */
const EDGE_DEPTH = 4;
/** Edges of several frames agree when they lie within this many pixels. */
const AGREEMENT = 4;
/** Bars thinner than this part of the picture are left as they are. */
const LEAST_BAR = 0.015;
/** Bars come in pairs; a single dark edge, or a pair this uneven, is part of the picture. */
const LEAST_EVENNESS = 0.4;
/** Frames that show something; one alone proves nothing. */
const LEAST_FRAMES = 2;

interface Profile {
  /** Lit part of each row and of each column. */
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

type Edges = readonly [first: number, last: number];

/** The picture inside its black bars, or null when there are none. Frames are of one size. */
export function insideBars(frames: readonly Grey[]): Box | null {
  const profiles = frames.map(profileOf).filter(({ rows }) => Math.max(...rows) > EDGE_LIT);
  const [frame] = frames;
  if (!frame || profiles.length < LEAST_FRAMES) return null;
  const [top, bottom] = commonEdges(profiles.map(({ rows }) => rows));
  const [left, right] = commonEdges(profiles.map(({ columns }) => columns));
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return box.width === frame.width && box.height === frame.height ? null : box;
}

function profileOf({ width, height, pixels }: Grey): Profile {
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    let litInRow = 0;
    for (let x = 0; x < width; x++, i++) {
      const lit = (pixels[i] ?? 0) > LIT ? 1 : 0;
      litInRow += lit;
      columns[x] = (columns[x] ?? 0) + lit;
    }
    rows[y] = litInRow;
  }
  return {
    rows: Float64Array.from(rows, (lit) => lit / width),
    columns: Float64Array.from(columns, (lit) => lit / height),
  };
}

/** First and last line of the picture over all frames; the full extent where there are no bars. */
function commonEdges(lines: readonly Float64Array[]): Edges {
  const length = lines[0]?.length ?? 0;
  const firsts = lines.map((line) => line.findIndex((lit) => lit > LINE_LIT));
  const lasts = lines.map((line) => line.findLastIndex((lit) => lit > LINE_LIT));
  const [first, last] = [Math.min(...firsts), Math.max(...lasts)];
  const bars = [first, length - 1 - last] as const;
  const areBars =
    Math.min(...bars) >= Math.max(length * LEAST_BAR, Math.max(...bars) * LEAST_EVENNESS) &&
    isPictureEdge(lines, firsts, first, 1) &&
    isPictureEdge(lines, lasts, last, -1);
  return areBars ? [first, last] : [0, length - 1];
}

/** True when most frames have their edge there, and are lit along it. */
function isPictureEdge(
  lines: readonly Float64Array[],
  edges: readonly number[],
  edge: number,
  inward: 1 | -1,
): boolean {
  const agreeing = lines.filter(
    (line, i) =>
      Math.abs((edges[i] ?? 0) - edge) <= AGREEMENT &&
      (line[edge + inward * EDGE_DEPTH] ?? 0) > EDGE_LIT,
  );
  return agreeing.length >= Math.max(LEAST_FRAMES, lines.length / 2);
}
