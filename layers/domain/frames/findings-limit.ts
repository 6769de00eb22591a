import type { Signal } from './signal.ts';
import type { Technical } from './technical.ts';

/** Findings of one kind that an answer tells: a day of video with one every nine seconds. */
const MAX_FINDINGS = 10_000;

type Finding = number | { readonly at: number } | { readonly start: number };

const secondOf = (finding: Finding): number =>
  typeof finding === 'number' ? finding : 'at' in finding ? finding.at : finding.start;

/** Measurements with lists of bounded length, and notes that name what was cut. */
export interface BoundedFindings {
  readonly technical: Technical;
  readonly signal: Signal | undefined;
  readonly notes: readonly string[];
}

/** Keeps the first findings of each kind where more were found than an answer tells. */
export function boundedFindings(
  technical: Technical,
  signal: Signal | undefined,
  most = MAX_FINDINGS,
): BoundedFindings {
  const notes: string[] = [];
  const bounded = <Found extends object>(found: Found, name: string): Found =>
    Object.fromEntries(
      Object.entries(found).map(([member, list]) => {
        if (!Array.isArray(list) || list.length <= most) return [member, list];
        const last = secondOf(list[most - 1]);
        notes.push(
          `${name}.${member} tells the first ${most} of ${list.length}, up to ${last} s. Ask for a window that starts there for the rest.`,
        );
        return [member, list.slice(0, most)];
      }),
    ) as Found;
  return {
    technical: bounded(technical, 'technical'),
    signal: signal && bounded(signal, 'signal'),
    notes,
  };
}
