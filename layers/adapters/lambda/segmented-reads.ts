import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { SegmentedReads } from '../../app/ports/sources/segmented-reads.ts';

/**
 * Reads in segments as executions of a durable function, one for each run.
 * @param functionName with its version or alias
 */
export const lambdaSegmentedReads = (
  client: LambdaClient,
  functionName: string,
): SegmentedReads => ({
  async begin(read) {
    await client.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: 'Event',
        // Sent once more, it finds the execution that it began.
        DurableExecutionName: read.run.run,
        Payload: JSON.stringify(read),
      }),
    );
  },
});
