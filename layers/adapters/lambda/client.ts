import { InvokeStore } from '@aws/lambda-invoke-store';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { steadyRetries } from '../aws/steady-retries.ts';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const TRIES = 9;

/**
 * What it invokes belongs to the trace of whoever invokes: the client itself does this in Lambda
 * alone.
 * @param answerMs until an answer begins: of a call that is waited for, all of its time
 */
export function lambdaClient(answerMs = ANSWER_MS): LambdaClient {
  const client = new LambdaClient({
    retryStrategy: steadyRetries(TRIES),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
    },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const trace = (await InvokeStore.getInstanceAsync()).getXRayTraceId();
      const { headers } = args.request as { readonly headers: Record<string, string> };
      if (trace !== undefined) headers['X-Amzn-Trace-Id'] = trace;
      return next(args);
    },
    { step: 'build' },
  );
  return client;
}
