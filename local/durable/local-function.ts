import type { Context } from 'aws-lambda';
import type { Turns } from '../../layers/app/turns.ts';

/** A function that executions call, or that is one. */
export interface LocalFunction {
  readonly name: string;
  readonly timeoutSeconds: number;
  /** Invocations at once. */
  readonly concurrency: number;
  /** Of a durable function: the longest that one execution may take, with all its waits. */
  readonly executionSeconds?: number;
  /** `signal` aborts when nobody waits for the answer any more. */
  readonly invoke: (event: unknown, context: Context, signal: AbortSignal) => Promise<unknown>;
}

/** A function, and the turns of its invocations: as many at once as it takes. */
export interface EnteredFunction extends LocalFunction {
  readonly turns: Turns;
}

/** The name of a function without its ARN and its qualifier. */
export const bareName = (name: string): string =>
  /^(?:arn:.*:function:)?([\w-]+)(?::[\w$-]+)?$/.exec(name)?.[1] ?? name;
