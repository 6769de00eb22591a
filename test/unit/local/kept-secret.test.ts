import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptSecret } from '../../../local/data-dir/kept-secret.ts';
import { keptAccess } from '../../../local/engine-access.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('kept-secret');

test('secrets are made once', async () => {
  const [secret, keys] = [join(folder, 'secret.json'), join(folder, 'keys.json')];
  expect(await keptSecret(secret)).toBe(await keptSecret(secret));
  expect(await keptAccess(keys, 'us-east-1')).toEqual(await keptAccess(keys, 'us-east-1'));
});

test.each(['', '{"secret":', '{}'])(
  'a file that holds %j is told as damaged, and kept',
  async (text) => {
    const path = join(folder, 'damaged.json');
    await writeFile(path, text);
    for (const read of [keptSecret(path), keptAccess(path, 'us-east-1')])
      await expect(read).rejects.toThrow(`The file ${path} is damaged.`);
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);
