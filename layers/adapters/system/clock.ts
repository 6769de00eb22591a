import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicFactory, TIME_MAX, ulid } from 'ulid';
import type { Clock, NewId, Wait } from '../../app/ports/clock.ts';

const nextUlid = monotonicFactory();

export const systemClock: Clock = () => new Date();
/**
 * A person goes from one organization to another: to an owner who adds them, the id must not tell that
 * they were here before.
 */
export const newId: NewId = (prefix) =>
  `${prefix}_${prefix === 'usr' ? ulid(randomInt(TIME_MAX)) : nextUlid()}`;
export const wait: Wait = (ms, signal) => sleep(ms, undefined, { signal });
