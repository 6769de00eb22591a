import { z } from 'zod';
import type { Signal } from './signal.ts';

const seconds = z.number();
const fraction = z.number().min(0).max(1);

/** A line of writing: from when to when it stood where on the screen. */
export const OnScreenText = z.strictObject({
  start: seconds,
  end: seconds,
  text: z.string(),
  region: z
    .tuple([fraction, fraction, fraction, fraction])
    .describe('[x0, y0, x1, y1] as fractions of the displayed picture.'),
  confidence: fraction.describe('0 to 1: how sure the reader is of its letters.'),
});
export type OnScreenText = z.infer<typeof OnScreenText>;

type Span = Pick<OnScreenText, 'start' | 'end' | 'region' | 'text'>;
type Overlay = NonNullable<Signal['overlays']>[number];

/** What is laid over the picture, each with the lines that were read in it. */
export function withText(signal: Signal, lines: readonly Span[]): Signal {
  const { overlays } = signal;
  if (!overlays) return signal;
  return {
    ...signal,
    overlays: overlays.map((overlay) => {
      const text = lines
        .filter((line) => isIn(line, overlay))
        .map((line) => line.text)
        .join('\n');
      return text === '' ? overlay : { ...overlay, text };
    }),
  };
}

/** Whether a line stands in an overlay: its middle, most of the time that the shorter lasts. */
function isIn({ start, end, region }: Span, overlay: Overlay): boolean {
  const until = overlay.end ?? Number.POSITIVE_INFINITY;
  const common = Math.min(end, until) - Math.max(start, overlay.start);
  const shorter = Math.min(end - start, until - overlay.start);
  const [left, top, right, bottom] = overlay.region;
  const x = (region[0] + region[2]) / 2;
  const y = (region[1] + region[3]) / 2;
  return common > 0 && common >= shorter / 2 && x >= left && x <= right && y >= top && y <= bottom;
}
