import type { Context } from 'aws-lambda';

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

/** A function, and the way in for as many invocations at once as it takes. */
export interface EnteredFunction extends LocalFunction {
  readonly enter: ReturnType<typeof turnstile>;
}

/** The name of a function without its ARN and its qualifier. */
export const bareName = (name: string): string =>
  /^(?:arn:.*:function:)?([\w-]+)(?::[\w$-]+)?$/.exec(name)?.[1] ?? name;

/** Lets so many through at once, in the order in which they ask. */
export function turnstile(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
