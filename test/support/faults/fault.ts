import type { Dice } from '../../../bench/detectors/random.ts';

/** What can happen to a request and its answer on their way. */
export const FAULT_KINDS = [
  'cut',
  'cut again and again',
  'stall',
  'drip',
  'short body',
  '500 in bursts',
  '503 in bursts',
  'throttled',
  'wrong byte',
  'restart',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * Where a request is when it is hit: on its way there, with half of its answer sent, or taken, but
 * unanswered.
 */
export type Where = 'asking' | 'answering' | 'answered';

export interface Fault {
  readonly kind: FaultKind;
  /** The first request that is hit, from 1. */
  readonly at: number;
  /** Requests that are hit, one after the other. */
  readonly times: number;
  readonly where: Where;
  /** How far into the answer, from 0 to 1. */
  readonly position: number;
}

/** Kinds that show in the body of an answer, and so need one. */
const OF_BODIES: ReadonlySet<FaultKind> = new Set(['drip', 'short body', 'wrong byte']);
export const needsBody = (kind: FaultKind): boolean => OF_BODIES.has(kind);

/** Longer than any client waits for one answer. */
export const STALL_MS = 30_000;
/** How long the far side takes to start again. */
export const RESTART_MS = 1_000;

const TIMES: Partial<Record<FaultKind, readonly [number, number]>> = {
  'cut again and again': [3, 8],
  '500 in bursts': [1, 6],
  '503 in bursts': [1, 6],
  throttled: [1, 6],
};

/**
 * A fault of a kind at a chance place.
 * @param requests seen in a run that nothing disturbs; one of them is the first that is hit
 */
export function chanceFault(
  kind: FaultKind,
  requests: number,
  random: Dice,
  mostTimes = Number.POSITIVE_INFINITY,
): Fault {
  const [least, most] = TIMES[kind] ?? [1, 1];
  return {
    kind,
    at: random.whole(1, requests),
    times: Math.min(random.whole(least, most), mostTimes),
    where: random.pick(['asking', 'answering', 'answered']),
    position: random.between(0, 1),
  };
}
