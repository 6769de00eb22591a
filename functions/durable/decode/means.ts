import type { Binaries } from '../../../layers/media/ffmpeg/binaries.ts';

/** What an order is carried out with. */
export interface Means {
  readonly binaries: Binaries;
  /** Empty, and gone when the order has been carried out. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Opens the source of the order, and has it read; the source is closed when that has ended. */
  readonly opened: <Made>(
    read: (input: string, signal: AbortSignal) => Promise<Made>,
  ) => Promise<Made>;
}
