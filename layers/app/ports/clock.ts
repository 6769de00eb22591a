import type { IdPrefix } from '../../domain/ids.ts';

export type Clock = () => Date;

/** A new id, sortable by the time it was made; a person's tells no time. */
export type NewId = <P extends IdPrefix>(prefix: P) => `${P}_${string}`;

/** True once the process that answers is about to end: what waits in it is told how things stand. */
export type Closing = () => boolean;

/** Resolves after some milliseconds, or rejects when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;
