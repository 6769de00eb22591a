import type { RetryDecision } from '@aws/durable-execution-sdk-js';
import { MOST_TURN_SECONDS } from '../../../layers/domain/transcript/fair-slots.ts';

/** How often the decoder, and a window, are tried. */
export const TRIES = 3;
export const REST_SECONDS = 5;
/**
 * An execution may have 3,000 operations, whatever it waits for: what is asked again and again is
 * asked later each time. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const later = (
  asked: number,
  { first, step, most }: { first: number; step: number; most: number },
): number => Math.min(first + asked * step, most);
/** When a job asks for a slot once more, by how often it has waited, for whichever window. */
export const turnSeconds = (waits: number): number =>
  later(waits, { first: 10, step: 2, most: MOST_TURN_SECONDS });
/** How long a callback is waited for until it is looked whether the try has ended. */
export const lookSeconds = (looks: number): number =>
  later(looks, { first: 60, step: 60, most: 240 });
/** Looks after which a try counts as failed: half an hour. */
export const LOOKS = 9;
/** When a recogniser that takes no more is asked again; fifteen times are ten minutes. */
const busySeconds = (attempts: number): number => later(attempts, { first: 0, step: 15, most: 45 });
const BUSY_ATTEMPTS = 15;
/** How often it is looked whether a recogniser has ended what nobody wants any more. */
export const STOP_SECONDS = 15;
export const STOPS = 40;

/** A recogniser that takes no more is asked for ten minutes, unpaid; what fails, three times. */
export function patiently({ name }: Error, attempts: number): RetryDecision {
  const isBusy = name === 'RecogniserBusy';
  return {
    shouldRetry: attempts < (isBusy ? BUSY_ATTEMPTS : 3),
    delay: { seconds: isBusy ? busySeconds(attempts) : REST_SECONDS },
  };
}
