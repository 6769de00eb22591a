/** Carries accepted jobs to the worker. */
export interface ReadQueue {
  /** The queue's name, as `QueuedJob.queue` tells it. */
  readonly name: string;
  /** @param isLong that those are to have it who bring segments together */
  send(message: { orgId: string; jobId: string }, isLong?: boolean): Promise<void>;
}
