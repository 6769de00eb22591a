import type { DurableContext } from '@aws/durable-execution-sdk-js';

/** A handler of a durable function as its author writes it. */
export type DurableHandler = (
  input: unknown,
  context: DurableContext,
  /** To be given to `waitForCallback`: the callback gets the outcome that the run names. */
  submit: (callbackId: string) => Promise<void>,
) => Promise<unknown>;

export interface DurableRun {
  readonly input?: unknown;
  /** Functions that are no durable ones, by name. */
  readonly functions?: Readonly<Record<string, (payload: unknown) => Promise<unknown>>>;
  /** The outcome of the callback of this name; without one it is never called back. */
  readonly callback?: {
    readonly name: string;
    readonly outcome: { readonly result: string } | { readonly error: string };
  };
}

/** What is left of an execution. */
export interface DurableEnd {
  readonly status: string;
  readonly result: unknown;
  readonly error: string | undefined;
  /** Type, name and status of its operations, in the order in which they began. */
  readonly operations: readonly string[];
}

export const lineOf = (operation: {
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly status: string | undefined;
}): string => [operation.type, operation.name ?? '-', operation.status].join(' ');

/** Something that carries durable executions. */
export interface DurableBackend {
  run(handler: DurableHandler, run?: DurableRun): Promise<DurableEnd>;
  close(): Promise<void>;
}
