import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPart } from '../../../bench/soak/read-part.ts';

test('a part beyond 4 GiB is read as it is, and one beyond the end is an error', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'part-'));
  const file = await open(join(dir, 'sparse'), 'w+');
  const far = 5 * 1024 ** 3;
  await file.write(Buffer.from('the end'), 0, 7, far);
  expect(Buffer.from(await readPart(file, far + 4, 3)).toString()).toBe('end');
  await expect(readPart(file, far + 4, 4)).rejects.toThrow('shorter');
  await file.close();
  await rm(dir, { recursive: true });
});
