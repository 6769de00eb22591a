import type { Closing } from '../../app/ports/clock.ts';

const begun = new AbortController();

export const isClosing: Closing = () => begun.signal.aborted;

/** Ends what waits in this process, within its next look; jobs go on in the next process. */
export const beginClosing = (): void => begun.abort();
