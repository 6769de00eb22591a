import type { Span, Technical } from '../../domain/frames/technical.ts';
import type { Stretch } from './stretch.ts';
import { BLACK_SECONDS, SILENCE_SECONDS } from './thresholds.ts';

/** Clocks tick in milliseconds: a span a hair short of its limit is long enough. */
const HAIR = 0.0015;

/** What the detectors found, in seconds. */
export interface Findings {
  window: readonly [number, number];
  frames: number;
  cuts: readonly number[];
  freezes: readonly Stretch[];
  blacks: readonly Stretch[];
  silences: readonly Stretch[];
}

/** Rounds seconds to the millisecond. */
export const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function spans(list: readonly Stretch[], shortest: number, window: Findings['window']): Span[] {
  return list.flatMap(({ start, end }) => {
    const from = Math.max(start, window[0]);
    const to = Math.min(end, window[1]);
    if (to - from < shortest - HAIR) return [];
    const [a, b] = [milliseconds(from), milliseconds(to)];
    return [{ start: a, end: b, duration: milliseconds(b - a) }];
  });
}

/** Puts the findings into the response's words. */
export function technicalOf(findings: Findings): Technical {
  const { window } = findings;
  const cuts = findings.cuts.filter((cut) => cut > window[0] && cut < window[1]).map(milliseconds);
  return {
    scene_cuts: cuts,
    pacing: pacing(cuts, window, findings.frames),
    freezes: spans(findings.freezes, 1, window),
    blacks: spans(findings.blacks, BLACK_SECONDS, window),
    silence_gaps: spans(findings.silences, SILENCE_SECONDS, window),
    skipped: false,
  };
}

function pacing(
  cuts: readonly number[],
  window: Findings['window'],
  frames: number,
): Technical['pacing'] {
  const length = window[1] - window[0];
  if (frames === 0 || !(length > 0)) {
    return {
      cuts: cuts.length,
      segments: 0,
      median_segment_seconds: null,
      shortest_segment_seconds: null,
      longest_segment_seconds: null,
      cuts_per_minute: null,
    };
  }
  const edges = [window[0], ...cuts, window[1]];
  const lengths = edges
    .slice(1)
    .map((edge, i) => edge - (edges[i] ?? 0))
    .sort((a, b) => a - b);
  const upper = lengths[lengths.length >> 1] ?? 0;
  const lower = lengths[(lengths.length - 1) >> 1] ?? 0;
  return {
    cuts: cuts.length,
    segments: lengths.length,
    median_segment_seconds: milliseconds((upper + lower) / 2),
    shortest_segment_seconds: milliseconds(lengths[0] ?? 0),
    longest_segment_seconds: milliseconds(lengths.at(-1) ?? 0),
    cuts_per_minute: milliseconds((cuts.length * 60) / length),
  };
}
