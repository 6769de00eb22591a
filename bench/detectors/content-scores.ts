import { frameTimes } from './read.ts';
import { ffmpegBytes } from './sources.ts';

/** What a rule says of one frame. */
export interface FrameScore {
  seconds: number;
  score: number;
}

/** Frames are scaled down to about this width, as PySceneDetect does by default. */
const WIDTH = 256;
const HEIGHT = 144;
const PIXELS = WIDTH * HEIGHT;

let last: { file: string; scores: FrameScore[] } | undefined;

/**
 * Mean absolute change of hue (0 to 179), saturation and value (0 to 255) of each frame to the one
 * before.
 */
export function contentScores(file: string): FrameScore[] {
  if (last?.file === file) return last.scores;
  const times = frameTimes(file);
  const args = ['-i', file, '-vf', `scale=${WIDTH}:${HEIGHT}`, '-vsync', '0', '-an'];
  const bytes = ffmpegBytes([...args, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']);
  let before = new Uint8Array(3 * PIXELS);
  let now = new Uint8Array(3 * PIXELS);
  const scores = times.slice(0, Math.floor(bytes.length / (3 * PIXELS))).map((seconds, frame) => {
    [before, now] = [now, before];
    toHsv(bytes.subarray(frame * 3 * PIXELS, (frame + 1) * 3 * PIXELS), now);
    let sum = 0;
    for (let i = 0; i < 3 * PIXELS; i++)
      sum += Math.abs((now[i] as number) - (before[i] as number));
    return { seconds, score: frame === 0 ? 0 : sum / (3 * PIXELS) };
  });
  last = { file, scores };
  return scores;
}

/** RGB to HSV with OpenCV's ranges. */
function toHsv(rgb: Uint8Array, hsv: Uint8Array): void {
  for (let i = 0; i < rgb.length; i += 3) {
    const r = rgb[i] as number;
    const g = rgb[i + 1] as number;
    const b = rgb[i + 2] as number;
    const high = Math.max(r, g, b);
    const spread = high - Math.min(r, g, b);
    let hue = 0;
    if (spread > 0) {
      if (high === r) hue = (30 * (g - b)) / spread;
      else if (high === g) hue = 60 + (30 * (b - r)) / spread;
      else hue = 120 + (30 * (r - g)) / spread;
    }
    hsv[i] = Math.round(hue < 0 ? hue + 180 : hue) % 180;
    hsv[i + 1] = high === 0 ? 0 : Math.round((255 * spread) / high);
    hsv[i + 2] = high;
  }
}
