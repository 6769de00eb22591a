import type { Overlay } from './overlay.ts';
import type { Traits } from './traits.ts';
import type { Life } from './whole-life.ts';

/** A change that was followed to its end, and what must be known of it to choose. */
export interface Found {
  readonly overlay: Overlay;
  readonly traits: Pick<Traits, 'n' | 'finer' | 'ended' | 'gave'>;
  readonly life?: Pick<Life, 'borne' | 'boxed'> | undefined;
  /** True where it was told by its colours, of which there is one for four cells. */
  readonly coloured?: boolean;
  /** True where it stood from the first frame of its shot on, and its end alone was seen. */
  readonly stood?: boolean;
  /** True where it came bit by bit; but for what flew in, its end alone was judged. */
  readonly arrived?: boolean;
  /** True where its cells changed one after the other, and both of its ends were judged. */
  readonly flown?: boolean;
  /** True for a box that was there from one frame to the next. */
  readonly box?: boolean;
  /** Seconds at which its place was written anew. */
  readonly rewritten?: readonly number[];
}
