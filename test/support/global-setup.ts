import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { binariesVariables } from '../../functions/compose/binaries.ts';
import { startDynamoLocal } from './dynamo-local.ts';
import { leanDecoder } from './lean-decoder/lean-decoder.ts';
import { SHARED_FOLDER } from './made-once.ts';

declare global {
  var dynamoLocal: ChildProcess | undefined;
}

/**
 * One DynamoDB Local for the whole test run, a folder for what its suites share, and the decoder by
 * name, which each service would start twice to learn its release.
 */
export default async function setUp(): Promise<void> {
  const { environment, process: java } = await startDynamoLocal();
  globalThis.dynamoLocal = java;
  const shared = await mkdtemp(join(tmpdir(), 'tests-shared-'));
  const lean = await leanDecoder(join(shared, 'decoder'));
  if (lean !== undefined) process.env['PATH'] = `${lean}${delimiter}${process.env['PATH']}`;
  const decoder = await binariesVariables(process.env);
  Object.assign(process.env, environment, decoder, { [SHARED_FOLDER]: shared });
}
