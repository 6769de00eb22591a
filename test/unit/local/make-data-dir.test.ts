import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../../../local/data-dir/make-data-dir.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('data-dir');

test('a data folder is made with all that leads to it, and may be there', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await makeDataDir(path);
  await makeDataDir(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

const noFolder = join(folder, 'file');
test.each([
  ['below /proc', '/proc/video-reader/data'],
  ['below a process', '/proc/self/data'],
  ['of the kernel', '/sys/video-reader/data'],
  ['a file', noFolder],
  ['below a file', join(noFolder, 'data')],
])('a place that cannot be written is refused at once, in words: %s', async (_, path) => {
  await writeFile(noFolder, '');
  await expect(makeDataDir(path)).rejects.toThrow(/^The data folder .* Set DATA_DIR to a folder/);
});

test('a disk without room is refused at once, with the folder that it holds', async () => {
  const path = join(folder, 'full');
  await expect(makeDataDir(path, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    `The disk of the data folder ${path} has `,
  );
});
