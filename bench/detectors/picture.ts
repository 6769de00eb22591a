/** An 8-bit YUV 4:2:0 picture with even sides, planes one after the other. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

export const pictureBytes = (width: number, height: number): number => (width * height * 3) / 2;

export function blank(width: number, height: number): Picture {
  const data = new Uint8Array(pictureBytes(width, height));
  data.fill(16, 0, width * height);
  data.fill(128, width * height);
  return { width, height, data };
}

function samplePlane(
  source: Uint8Array,
  from: { offset: number; width: number; height: number },
  target: Uint8Array,
  to: { offset: number; width: number; height: number },
  view: { x: number; y: number; width: number; height: number },
): void {
  const stepX = view.width / to.width;
  const stepY = view.height / to.height;
  for (let row = 0; row < to.height; row++) {
    const y = Math.min(from.height - 1.001, Math.max(0, view.y + (row + 0.5) * stepY - 0.5));
    const top = Math.floor(y);
    const fy = y - top;
    const line = from.offset + top * from.width;
    let out = to.offset + row * to.width;
    for (let column = 0; column < to.width; column++, out++) {
      const raw = view.x + (column + 0.5) * stepX - 0.5;
      const x = Math.max(0, Math.min(raw, from.width - 1.001));
      const left = x | 0;
      const fx = x - left;
      const at = line + left;
      const a = source[at] as number;
      const c = source[at + from.width] as number;
      const upper = a + ((source[at + 1] as number) - a) * fx;
      const lower = c + ((source[at + from.width + 1] as number) - c) * fx;
      target[out] = upper + (lower - upper) * fy + 0.5;
    }
  }
}

/** Draws the view (source pixels, may be fractional) of `source` to fill `target`, bilinear. */
export function drawView(
  source: Picture,
  target: Picture,
  view: { x: number; y: number; width: number; height: number },
): void {
  const half = { x: view.x / 2, y: view.y / 2, width: view.width / 2, height: view.height / 2 };
  const planes = (p: Picture) => {
    const luma = p.width * p.height;
    const chroma = { width: p.width / 2, height: p.height / 2 };
    return [
      { offset: 0, width: p.width, height: p.height },
      { offset: luma, ...chroma },
      { offset: luma + luma / 4, ...chroma },
    ] as const;
  };
  const from = planes(source);
  const to = planes(target);
  samplePlane(source.data, from[0], target.data, to[0], view);
  samplePlane(source.data, from[1], target.data, to[1], half);
  samplePlane(source.data, from[2], target.data, to[2], half);
}

/** target = (1 - share) x target + share x other. */
export function mixInto(target: Picture, other: Picture, share: number): void {
  const weight = Math.round(share * 256);
  for (let i = 0; i < target.data.length; i++) {
    const a = target.data[i] as number;
    target.data[i] = a + ((((other.data[i] as number) - a) * weight + 128) >> 8);
  }
}

type OnPlane = (offset: number, width: number, height: number) => void;

function eachPlane({ width, height }: Picture, plane: OnPlane): void {
  const luma = width * height;
  plane(0, width, height);
  plane(luma, width / 2, height / 2);
  plane(luma + luma / 4, width / 2, height / 2);
}

/** Copies the rectangle [x0, x1) x [y0, y1) (fractions) of `other` over `target`. */
export function copyRegion(
  target: Picture,
  other: Picture,
  region: readonly [number, number, number, number],
): void {
  const plane = (offset: number, width: number, height: number): void => {
    const x0 = Math.round(region[0] * width);
    const x1 = Math.round(region[2] * width);
    for (let y = Math.round(region[1] * height); y < Math.round(region[3] * height); y++) {
      const from = offset + y * width;
      target.data.set(other.data.subarray(from + x0, from + x1), from + x0);
    }
  };
  eachPlane(target, plane);
}

/**
 * Copies a disc about the middle of `other` over `target`, or, with `outside`, all but that disc.
 * `radius` is a share of the way from the middle to a corner.
 */
export function copyDisc(
  target: Picture,
  other: Picture,
  radius: number,
  { outside }: { outside: boolean },
): void {
  const plane = (offset: number, width: number, height: number): void => {
    const reach = (radius * Math.hypot(width, height)) / 2;
    for (let y = 0; y < height; y++) {
      const down = y + 0.5 - height / 2;
      const half = down * down < reach * reach ? Math.sqrt(reach * reach - down * down) : 0;
      const x0 = Math.max(0, Math.round(width / 2 - half));
      const x1 = Math.min(width, Math.round(width / 2 + half));
      const from = offset + y * width;
      const copy = (a: number, b: number): void =>
        target.data.set(other.data.subarray(from + a, from + b), from + a);
      if (outside) {
        copy(0, x0);
        copy(x1, width);
      } else copy(x0, x1);
    }
  };
  eachPlane(target, plane);
}

/** Luma := offset + gain x luma about black (16), chroma scaled alike. */
export function expose(target: Picture, gain: number, offset: number): void {
  const luma = target.width * target.height;
  for (let i = 0; i < luma; i++) {
    const value = 16 + ((target.data[i] as number) - 16) * gain + offset;
    target.data[i] = Math.max(16, Math.min(value, 235));
  }
  const keep = Math.min(1, gain);
  for (let i = luma; i < target.data.length; i++) {
    target.data[i] = 128 + ((target.data[i] as number) - 128) * keep;
  }
}
