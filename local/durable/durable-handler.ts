import type { Context } from 'aws-lambda';
import type { DurableFunctionShape } from '../../functions/durable/shapes.ts';
import type { LocalFunction } from './local-function.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/**
 * A durable function in this process, whose handler is imported at its first invocation.
 * @param handler the file that exports it, wrapped by `withDurableExecution`
 */
export function durableHandler(shape: DurableFunctionShape, handler: URL): LocalFunction {
  const { name, timeoutSeconds, executionSeconds, concurrency } = shape;
  let loaded: Promise<Handler> | undefined;
  return {
    name,
    timeoutSeconds,
    executionSeconds,
    concurrency,
    async invoke(event, context) {
      loaded ??= import(handler.href).then(({ handler: made }: { handler: Handler }) => made);
      return (await loaded)(event, context);
    },
  };
}
