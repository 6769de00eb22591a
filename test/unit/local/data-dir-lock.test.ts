import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../../../local/data-dir/data-dir-lock.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('data-dir-lock');

test('a lock that cannot be had is not laid to another service', async () => {
  await writeFile(
    join(folder, 'lock.db'),
    'no database at all, but what somebody put there'.repeat(9),
  );
  await expect(lockDataDir(folder, 'http://127.0.0.1:1')).rejects.toThrow(
    /^The data folder .* cannot be locked \(file is not a database\)/,
  );
});
