import {
  CallbackTimeoutException,
  InvalidParameterValueException,
  type LambdaClient,
  ResourceNotFoundException,
  SendDurableExecutionCallbackSuccessCommand,
} from '@aws-sdk/client-lambda';
import type { Callbacks } from '../../app/ports/transcript/window-recogniser.ts';

/** What is answered of a callback that has ended, timed out, or gone with its execution. */
const OVER = [CallbackTimeoutException, InvalidParameterValueException, ResourceNotFoundException];

/** Callbacks of durable functions. Ended they bring nothing: whoever waited looks for itself. */
export const lambdaCallbacks = (client: LambdaClient): Callbacks => ({
  async end(CallbackId) {
    try {
      await client.send(new SendDurableExecutionCallbackSuccessCommand({ CallbackId }));
    } catch (error) {
      if (!OVER.some((over) => error instanceof over)) throw error;
    }
  },
});
