import type { Window } from '../window.ts';
import type { Technical } from './technical.ts';

type Span = Pick<Technical['freezes'][number], 'start' | 'end'>;

/**
 * The flag of a sheet that shows what lies behind the end of a transcript, where nothing is told of
 * what is said; none elsewhere.
 * @param stretch of the sheet, in seconds
 * @param left what the transcript leaves out of the window
 */
export const untranscribedFlags = ([, end]: Window, [from, to]: Window): string[] =>
  end > from ? [`untranscribed:${from.toFixed(2)}-${to.toFixed(2)}`] : [];

/**
 * Findings inside a window, as `cut:12.40` and `freeze:3.00-5.20`, in order of time.
 * @param writing lines that were read on the screen
 */
export function qaFlags(
  technical: Technical,
  [start, end]: Window,
  writing: readonly Span[] = [],
): string[] {
  const flag = (kind: string, at: number, until?: number) => ({
    at,
    text: `${kind}:${at.toFixed(2)}${until === undefined ? '' : `-${until.toFixed(2)}`}`,
  });
  const spans = (kind: string, found: readonly Span[]) =>
    found
      .filter((span) => span.start < end && span.end > start)
      .map((span) => flag(kind, span.start, span.end));
  const flags = [
    ...technical.scene_cuts.filter((at) => at >= start && at < end).map((at) => flag('cut', at)),
    ...spans('freeze', technical.freezes),
    ...spans('black', technical.blacks),
    ...spans('silence', technical.silence_gaps),
    ...spans('text', writing),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
  // Lines of one title come and go together.
  return [...new Set(flags)];
}
