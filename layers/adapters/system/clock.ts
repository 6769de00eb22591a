import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicFactory } from 'ulid';
import type { Clock, NewId, Wait } from '../../app/ports/clock.ts';

const nextUlid = monotonicFactory();

export const systemClock: Clock = () => new Date();
export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;
export const wait: Wait = (ms, signal) => sleep(ms, undefined, { signal });
