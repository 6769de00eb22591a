import type {
  HeardOutcome,
  LongHearing,
} from '../../../layers/app/ports/transcript/long-hearing.ts';
import type { TryState } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { ApiError } from '../../../layers/domain/errors.ts';
import type { Order } from '../../compose/durable/decode-order.ts';

/** A try of a window, both counted from 1. */
export interface Try {
  readonly window: number;
  readonly attempt: number;
}

/** What a window may do: `unwanted` is one whose words nobody gets. */
export type Turn = 'granted' | 'wait' | 'unwanted' | 'ended';

/** What the steps of listening do. Done again after a crash, each comes to the same. */
export interface HearingWork {
  /** The order for the decoder; null when the job has ended. */
  order(hearing: LongHearing, attempt: number): Promise<(Order & { kind: 'hear' }) | null>;
  /**
   * Puts what was found together to windows.
   * @param attempt the one that the decoder did
   * @returns how many, or why nobody can recognise them
   */
  split(hearing: LongHearing, attempt: number): Promise<number | Refusal>;
  /** Asks for a slot, for a window of so many. */
  turn(hearing: LongHearing, tried: Try, windows: number): Promise<Turn>;
  /** @throws RecogniserBusy */
  begin(hearing: LongHearing, tried: Try, callbackId: string): Promise<void>;
  /** How a try stands; it lets go of its slot when it has ended. */
  look(hearing: LongHearing, tried: Try, windows: number): Promise<TryState | 'ended'>;
  /** Clears away what a try left, and its slot; false while the recogniser has to be waited for. */
  stop(hearing: LongHearing, tried: Try): Promise<boolean>;
  /** Begins no more windows. */
  giveUp(hearing: LongHearing): Promise<void>;
  /** Keeps the outcome, lets go of the job and queues it. */
  handBack(hearing: LongHearing, end: HeardAll | Refusal): Promise<void>;
  /** Deletes what was kept for a job that has ended. */
  clear(hearing: LongHearing): Promise<void>;
}

export type Refusal = Extract<HeardOutcome, { refused: ApiError }>;

/** All windows are recognised, or not wanted. */
export interface HeardAll {
  /** The decoder's attempt that found what is said. */
  readonly attempt: number;
  readonly windows: number;
}
