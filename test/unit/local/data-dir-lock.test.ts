import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from '../../../local/data-dir/data-dir-lock.ts';

const folder = await mkdtemp(join(tmpdir(), 'data-dir-lock-'));
afterAll(() => rm(folder, { recursive: true }));

test('a lock that cannot be had is not laid to another service', async () => {
  await writeFile(
    join(folder, 'lock.db'),
    'no database at all, but what somebody put there'.repeat(9),
  );
  await expect(lockDataDir(folder, 'http://127.0.0.1:1')).rejects.toThrow(
    /^The data folder .* cannot be locked \(file is not a database\)/,
  );
});
