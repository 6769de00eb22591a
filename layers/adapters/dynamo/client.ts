import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { steadyRetries } from '../aws/steady-retries.ts';
import { takeWholeAnswers } from './whole-answers.ts';

/** Milliseconds to open a connection, and from a request to its whole answer. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const TRIES = 9;

/**
 * A client for the tables whose requests end in time, and are sent again when they or their answers
 * were lost or damaged. A transaction is done once however often it is sent; of any other write a
 * repeat meets what the first one left.
 */
export const tableClient = (where: Pick<DynamoDBClientConfig, 'endpoint'> = {}): DynamoDBClient => {
  const client = new DynamoDBClient({
    ...where,
    retryStrategy: steadyRetries(TRIES),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
  takeWholeAnswers(client, ANSWER_MS);
  return client;
};

/** A client that reads and writes plain objects; members that are undefined are left out. */
export const documentClient = (client = tableClient()): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
