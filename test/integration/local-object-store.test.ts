import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newAccess } from '../../local/engine-access.ts';
import { openObjectStore } from '../../local/object-store/server.ts';

const access = newAccess('us-west-2');

test.each([
  ['gone', async (index: string) => rm(index), 'is empty or gone.'],
  ['damaged', async (index: string) => writeFile(index, 'no index'), 'is damaged'],
])('a store whose index is %s does not open, and keeps its bytes', async (_, spoil, why) => {
  const own = await mkdtemp(join(tmpdir(), 'object-store-'));
  const blob = join(own, 'blobs', '00', 'blob');
  const index = join(own, 'index.db');
  (await openObjectStore({ dir: own, ...access })).close();
  await mkdir(dirname(blob));
  await writeFile(blob, 'bytes');
  await spoil(index);
  await expect(openObjectStore({ dir: own, ...access })).rejects.toThrow(index);
  await expect(openObjectStore({ dir: own, ...access })).rejects.toThrow(why);
  expect(await readFile(blob, 'utf8')).toBe('bytes');
  await rm(own, { recursive: true });
});
