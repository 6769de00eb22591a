import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Run } from '../../app/ports/jobs/jobs.ts';

/**
 * Begins executions of a durable function, one for each run.
 * @param functionName with its version or alias
 */
export const lambdaExecutions = (client: LambdaClient, functionName: string) => ({
  async begin(order: { readonly run: Run }): Promise<void> {
    await client.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: 'Event',
        // Sent once more, it finds the execution that it began.
        DurableExecutionName: order.run.run,
        Payload: JSON.stringify(order),
      }),
    );
  },
});
