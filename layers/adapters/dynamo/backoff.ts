import { setTimeout as sleep } from 'node:timers/promises';

/** Waits a random time that grows with each attempt, so that writers who collided spread out. */
export const backOff = (attempt: number): Promise<void> =>
  sleep(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
