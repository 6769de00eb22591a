import type { ChildProcess } from 'node:child_process';
import { startDynamoLocal } from './dynamo-local.ts';

declare global {
  var dynamoLocal: ChildProcess | undefined;
}

/** One DynamoDB Local for the whole test run. */
export default async function setUp(): Promise<void> {
  const { endpoint, process: java } = await startDynamoLocal();
  globalThis.dynamoLocal = java;
  process.env['DYNAMODB_LOCAL_ENDPOINT'] = endpoint;
  process.env['POWERTOOLS_LOG_LEVEL'] ??= 'SILENT';
}
