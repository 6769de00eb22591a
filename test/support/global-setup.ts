import type { ChildProcess } from 'node:child_process';
import { startDynamoLocal } from './dynamo-local.ts';

declare global {
  var dynamoLocal: ChildProcess | undefined;
}

/** One DynamoDB Local for the whole test run. */
export default async function setUp(): Promise<void> {
  const { environment, process: java } = await startDynamoLocal();
  globalThis.dynamoLocal = java;
  Object.assign(process.env, environment);
}
