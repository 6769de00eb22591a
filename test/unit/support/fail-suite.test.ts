import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MODULE = join(import.meta.dirname, '../../support/runner/fail-suite.ts');

test('a suite that cannot go on ends at once, and tells why', async () => {
  const suite = `import { failSuite } from ${JSON.stringify(MODULE)};
    setInterval(() => undefined, 1000);
    await failSuite(new Error('RECORDS_TABLE is not set'));`;
  const ended = spawn(process.execPath, ['--input-type=module', '-e', suite], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const [[reply], [code]] = await Promise.all([once(ended, 'message'), once(ended, 'exit')]);
  expect(reply).toMatchObject({ error: { message: 'RECORDS_TABLE is not set' } });
  expect(code).toBe(1);
});
