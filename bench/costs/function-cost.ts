import type { FunctionSize } from '../../lib/function-sizes.ts';
import { LAMBDA } from './list-prices.ts';
import type { Work } from './service-times.ts';

const FREE_SCRATCH_GB = 0.5;

export const coresOf = ({ memoryMb }: Pick<FunctionSize, 'memoryMb'>): number =>
  memoryMb / LAMBDA.mbPerCore;

export const gigabytesOf = ({ memoryMb }: Pick<FunctionSize, 'memoryMb'>): number =>
  memoryMb / 1024;

/** Seconds that a function of a size takes for a piece of work. */
export function secondsOn(size: Pick<FunctionSize, 'memoryMb'>, { cpu, busiest }: Work): number {
  const cores = coresOf(size);
  return Math.max(cpu / cores, busiest / Math.min(1, cores));
}

/** Dollars for seconds of a function. */
export function functionDollars(size: FunctionSize, seconds: number): number {
  const scratch = Math.max(0, size.scratchGb - FREE_SCRATCH_GB) * LAMBDA.scratchGbSecond;
  return seconds * (gigabytesOf(size) * LAMBDA.gbSecond[size.architecture] + scratch);
}

/** Work after work, by the same threads. */
export const together = (...works: readonly Work[]): Work => ({
  cpu: works.reduce((sum, { cpu }) => sum + cpu, 0),
  busiest: works.reduce((sum, { busiest }) => sum + busiest, 0),
});

/** The same work for another length of video. */
export const scaled = ({ cpu, busiest }: Work, by: number): Work => ({
  cpu: cpu * by,
  busiest: busiest * by,
});
