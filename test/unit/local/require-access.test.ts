import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireAccess } from '../../../local/data-dir/require-access.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('access');

test('an empty data folder may be used, and so may one that is used already', async () => {
  const dataDir = await mkdtemp(join(folder, 'used-'));
  await requireAccess(dataDir);
  await mkdir(join(dataDir, 'sqs'));
  for (const file of ['lock.db', 'sqs/fauxqs.db', 'credentials.json']) {
    await writeFile(join(dataDir, file), '');
  }
  await requireAccess(dataDir);
});

// Root may open everything; a link to itself is what not even root can.
test.each([
  'lock.db',
  'credentials.json',
  'sqs/fauxqs.db',
  'objects/index.db-wal',
  'dynamodb/shared-local-instance.db',
])('the file that this user cannot open is named: %s', async (name) => {
  const dataDir = await mkdtemp(join(folder, 'foreign-'));
  for (const part of ['sqs', 'objects', 'dynamodb']) await mkdir(join(dataDir, part));
  const file = join(dataDir, name);
  await symlink(file, file);
  await expect(requireAccess(dataDir)).rejects.toThrow(`${file} cannot be used by this user`);
});

test('a file of another name is nobody’s concern', async () => {
  const dataDir = await mkdtemp(join(folder, 'beside-'));
  const file = join(dataDir, 'lost+found');
  await symlink(file, file);
  await requireAccess(dataDir);
});
