import type { Window } from '../window.ts';
import type { Technical } from './technical.ts';

/** Detector findings inside a window, as `cut:12.40` and `freeze:3.00-5.20`, in order of time. */
export function qaFlags(technical: Technical, [start, end]: Window): string[] {
  const flag = (kind: string, at: number, until?: number) => ({
    at,
    text: `${kind}:${at.toFixed(2)}${until === undefined ? '' : `-${until.toFixed(2)}`}`,
  });
  const spans = (kind: string, found: Technical['freezes']) =>
    found
      .filter((span) => span.start < end && span.end > start)
      .map((span) => flag(kind, span.start, span.end));
  return [
    ...technical.scene_cuts.filter((at) => at >= start && at < end).map((at) => flag('cut', at)),
    ...spans('freeze', technical.freezes),
    ...spans('black', technical.blacks),
    ...spans('silence', technical.silence_gaps),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
}
