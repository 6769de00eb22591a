import type { Candidate } from './laid-over.ts';
import type { Line } from './succession.ts';
import type { Traits } from './traits.ts';
import type { Life } from './whole-life.ts';

/**
 * How a thing was seen to come: all of it in one moment or along one way; not, since it `stood` from
 * the first frame of its shot on; `bit by bit`, so that as with what stood its end alone was judged;
 * or `flown` in, its cells one after the other, so that both of its ends were judged by a rule of
 * their own.
 */
export type Came = 'as one' | 'stood' | 'bit by bit' | 'flown';

/** A change that was followed to its end. */
export interface Followed extends Pick<Candidate, 'overlay' | 'traits' | 'life' | 'rewritten'> {
  readonly came: Came;
  /** True where it was told by its colours, of which there is one for four cells. */
  readonly coloured: boolean;
  /** What was written in its place once it went. */
  readonly after: readonly Line[];
  /** True for a box that was there from one frame to the next. */
  readonly box: boolean;
}

/** What must be known of it to choose. */
export interface Found extends Omit<Followed, 'traits' | 'life'> {
  readonly traits: Pick<Traits, 'n' | 'leap' | 'finer' | 'ended' | 'gave'>;
  readonly life: Pick<Life, 'borne' | 'boxed'> | undefined;
}
