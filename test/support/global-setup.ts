import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startDynamoLocal } from './dynamo-local.ts';

declare global {
  var dynamoLocal: ChildProcess | undefined;
}

/** One DynamoDB Local for the whole test run. */
export default async function setUp(): Promise<void> {
  const { environment, process: java } = await startDynamoLocal();
  globalThis.dynamoLocal = java;
  Object.assign(process.env, environment);
  process.env['POWERTOOLS_LOG_LEVEL'] ??= 'SILENT';
  // Many tests start processes of the same code: it is compiled once for all of them, and for the next run.
  process.env['NODE_COMPILE_CACHE'] ??= join(
    import.meta.dirname,
    '../../node_modules/.cache/compile',
  );
}
