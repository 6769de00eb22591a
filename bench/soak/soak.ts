import { startDynamoLocal } from '../../test/support/dynamo-local.ts';
import { type TestTables, testTables } from '../../test/support/tables.ts';

/** Runs on a DynamoDB Local of its own, prints what was found, and fails when it does not hold. */
export async function soak(
  run: (tables: TestTables) => Promise<{ holds: boolean } & Record<string, unknown>>,
): Promise<void> {
  const { environment, process: java } = await startDynamoLocal();
  Object.assign(process.env, environment);
  try {
    const began = performance.now();
    const found = await run(await testTables());
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    console.dir({ ...found, seconds }, { depth: 6 });
    if (!found.holds) process.exitCode = 1;
  } finally {
    java.kill('SIGKILL');
  }
}
