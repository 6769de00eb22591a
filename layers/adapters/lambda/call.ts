import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { DecoderDied } from '../../app/ports/sources/decoder.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';

/**
 * Calls a function without rights, and waits for it. Whoever gives up waiting ends it on one
 * machine; in the cloud it goes on to its own end, of which nobody takes notice.
 * @param functionName with its version or alias
 */
export const lambdaCall =
  (client: LambdaClient, functionName: string) =>
  async (order: object, signal: AbortSignal): Promise<unknown> => {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(order) }),
      { abortSignal: signal },
    );
    const answer = JSON.parse(Payload?.transformToString() ?? 'null');
    if (FunctionError === undefined) return answer;
    const { errorType, errorMessage } = answer ?? {};
    const told = `${errorType}: ${errorMessage}`.slice(0, 1000);
    if (errorType === 'SourceFault') throw new SourceFault(told);
    throw new DecoderDied(told);
  };
