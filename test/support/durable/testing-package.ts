import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import {
  LocalDurableTestRunner,
  WaitingOperationStatus,
} from '@aws/durable-execution-sdk-js-testing';
import { type DurableBackend, lineOf } from './durable-run.ts';

/** AWS's own testing package, in real time. */
export async function testingPackage(): Promise<DurableBackend> {
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  return {
    async run(handler, { input, functions = {}, callback } = {}) {
      const handlerFunction = withDurableExecution((given, context) =>
        handler(given, context, async () => undefined),
      );
      const runner = new LocalDurableTestRunner({ handlerFunction });
      for (const [name, made] of Object.entries(functions)) runner.registerFunction(name, made);
      const running = runner.run({ payload: input });
      if (callback) {
        const operation = runner.getOperation(callback.name);
        await operation.waitForData(WaitingOperationStatus.SUBMITTED);
        const { outcome } = callback;
        if ('result' in outcome) await operation.sendCallbackSuccess(outcome.result);
        else await operation.sendCallbackFailure({ ErrorMessage: outcome.error });
      }
      const end = await running;
      return {
        status: String(end.getStatus()),
        result: end.getStatus() === 'SUCCEEDED' ? end.getResult() : undefined,
        error: end.getStatus() === 'SUCCEEDED' ? undefined : end.getError().errorMessage,
        operations: end.getOperations().map((operation) =>
          lineOf({
            type: operation.getType(),
            name: operation.getName(),
            status: operation.getStatus(),
          }),
        ),
      };
    },
    close: () => LocalDurableTestRunner.teardownTestEnvironment(),
  };
}
