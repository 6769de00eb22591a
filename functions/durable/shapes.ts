/** A function whose executions outlive its invocations; the cloud stack and one machine read it. */
export interface DurableFunctionShape {
  /** The folder under functions/durable that answers. */
  readonly name: string;
  /** Of one invocation. */
  readonly timeoutSeconds: number;
  /** Of an execution, with all its waits; at most 366 days. */
  readonly executionSeconds: number;
  /** How long the history of an execution that has ended is kept. */
  readonly retentionDays: number;
  /** Invocations at once, over all executions; what waits takes no place. */
  readonly concurrency: number;
  /** `media` functions are built from the container image that holds ffmpeg. */
  readonly runtime: 'media' | 'node';
}

/** A function without rights that executions call; it gets signed addresses to read and write. */
export type CalledFunction = Pick<
  DurableFunctionShape,
  'name' | 'timeoutSeconds' | 'concurrency' | 'runtime'
>;
