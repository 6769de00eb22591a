import type { Closing } from '../../app/ports/clock.ts';

const begun = new AbortController();

export const isClosing: Closing = () => begun.signal.aborted;

/** Aborts when this process is about to end: what is at work in it is left to the next one. */
export const closing: AbortSignal = begun.signal;

/** Ends what waits in this process, within its next look; jobs go on in the next process. */
export const beginClosing = (): void => begun.abort();
