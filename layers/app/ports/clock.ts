import type { IdPrefix } from '../../domain/ids.ts';

export type Clock = () => Date;

/** A new id, sortable by the time it was made. */
export type NewId = <P extends IdPrefix>(prefix: P) => `${P}_${string}`;
