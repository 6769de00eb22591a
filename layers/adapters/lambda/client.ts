import { LambdaClient } from '@aws-sdk/client-lambda';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const ATTEMPTS = 9;

export const lambdaClient = (): LambdaClient =>
  new LambdaClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
