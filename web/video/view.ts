import type { Span } from './spans.ts';

/** The axis shows no shorter stretch than this, in seconds. */
const SHORTEST = 1;

const bounded = (start: number, width: number, length: number): Span => {
  const from = Math.min(Math.max(start, 0), length - width);
  return { start: from, end: from + width };
};

/**
 * A view that shows less or more; `around` stays where it is on the screen.
 * @param factor below 1 shows less
 */
export function zoomed(view: Span, factor: number, around: number, length: number): Span {
  const width = view.end - view.start;
  const next = Math.min(Math.max(width * factor, Math.min(SHORTEST, length)), length);
  return bounded(around - ((around - view.start) / width) * next, next, length);
}

/** @param by seconds, to later ones where it is above 0 */
export const panned = ({ start, end }: Span, by: number, length: number): Span =>
  bounded(start + by, end - start, length);

/** The view moved so that it shows a second, which then is in its middle. */
export function showing(view: Span, second: number, length: number): Span {
  if (view.start <= second && second <= view.end) return view;
  return panned(view, second - (view.start + view.end) / 2, length);
}
