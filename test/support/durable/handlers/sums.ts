import { withDurableExecution } from '@aws/durable-execution-sdk-js';

interface Input {
  readonly numbers: readonly number[];
}

/** A durable handler as functions/durable holds them: it knows its backend by the environment. */
export const handler = withDurableExecution(async ({ numbers }: Input, context) => {
  const all = await context.map('squares', [...numbers], (item, number) =>
    item.invoke<number, number>(`square ${number}`, 'square:$LATEST', number),
  );
  return context.step('sum', async () => all.getResults().reduce((sum, square) => sum + square, 0));
});
