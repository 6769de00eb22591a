/** Carries accepted jobs to the worker. */
export interface ReadQueue {
  /** The queue's name, as `QueuedJob.queue` tells it. */
  readonly name: string;
  send(message: { orgId: string; jobId: string }): Promise<void>;
}
