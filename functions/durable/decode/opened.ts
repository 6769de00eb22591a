/** Opens the source of an order, and has it read; the source is closed when that has ended. */
export type Opened = <Made>(
  read: (input: string, signal: AbortSignal) => Promise<Made>,
) => Promise<Made>;
