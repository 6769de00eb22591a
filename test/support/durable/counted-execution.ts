import type { DurableContext } from '@aws/durable-execution-sdk-js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

interface StepOptions {
  readonly retryStrategy?: (
    error: Error,
    attempts: number,
  ) => { readonly shouldRetry: boolean; readonly delay: { readonly seconds: number } };
}

/**
 * An execution that is gone through once, on a clock of its own that stands still while anything
 * runs. Counts its operations as Lambda does: each step and each retry of it, wait, callback and call,
 * and each branch of a map. Callbacks are never called. https://docs.aws.amazon.com/lambda/latest/dg/durable-execution-sdk.html
 */
export function countedExecution() {
  let now = 0;
  let operations = 1;
  const sleepers: Sleeper[] = [];
  const sleep = (seconds: number) =>
    new Promise<void>((wake) => sleepers.push({ until: now + seconds, wake }));
  const context = {
    async step(_: string, work: () => Promise<unknown>, { retryStrategy }: StepOptions = {}) {
      for (let attempts = 1; ; attempts += 1) {
        operations += 1;
        try {
          return await work();
        } catch (error) {
          const next = retryStrategy?.(error as Error, attempts);
          if (!next?.shouldRetry) throw error;
          await sleep(next.delay.seconds);
        }
      }
    },
    wait: async (_: string, { seconds }: { seconds: number }) => {
      operations += 1;
      await sleep(seconds);
    },
    invoke: async () => {
      operations += 1;
      return { decoded: true };
    },
    createCallback: async (_: string, { timeout }: { timeout: { seconds: number } }) => {
      operations += 1;
      return [sleep(timeout.seconds), 'callback'];
    },
    map: async (
      _: string,
      items: readonly unknown[],
      work: (context: unknown, item: unknown) => Promise<unknown>,
      { maxConcurrency }: { maxConcurrency: number },
    ) => {
      operations += 1;
      const results: unknown[] = [];
      const left = [...items.entries()];
      const branch = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          operations += 1;
          results[next[0]] = await work(context, next[1]);
        }
      };
      await Promise.all(Array.from({ length: maxConcurrency }, branch));
      return { throwIfError: () => undefined, getResults: () => results };
    },
  };
  return {
    operations: () => operations,
    seconds: () => now,
    async run(work: (context: DurableContext) => Promise<void>): Promise<void> {
      let isDone = false;
      const done = work(context as unknown as DurableContext).finally(() => {
        isDone = true;
      });
      for (;;) {
        // Whatever can go on without the clock has gone on by then.
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) return done;
        sleepers.sort((one, other) => one.until - other.until);
        const next = sleepers.shift();
        if (!next) continue;
        now = next.until;
        next.wake();
      }
    },
  };
}
