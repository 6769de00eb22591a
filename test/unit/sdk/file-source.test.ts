import { open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadSource } from '../../../sdk/src/upload/source.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const GiB = 1024 ** 3;
const folder = await suiteFolder('file-source');

/** A file that is a hole up to its last bytes. */
async function sparse(name: string, size: number, end: string): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  await file.write(end, size - end.length);
  await file.close();
  return path;
}

const textOf = async (bytes: { arrayBuffer(): Promise<ArrayBuffer> }) =>
  Buffer.from(await bytes.arrayBuffer()).toString();

test('a file of more than 4 GiB is sent to its last byte', async () => {
  const size = 5 * GiB + 7;
  const { bytes, name } = await uploadSource(await sparse('master.mov', size, 'the end'));
  expect([bytes.size, name]).toEqual([size, 'master.mov']);
  expect(await textOf(bytes.slice(size - 7, size + GiB))).toBe('the end');
  expect(await textOf(bytes.slice(size - 7, size).slice(4, 7))).toBe('end');
});

test('a file that was changed since is not sent', async () => {
  const path = await sparse('talk.mp4', 1_000, 'the end');
  const { bytes } = await uploadSource(path);
  await utimes(path, new Date(), new Date(0));
  await expect(bytes.slice(0, 10).arrayBuffer()).rejects.toThrow('changed');
});

test('a file is named by its place, its length and its time, whatever is in it', async () => {
  const path = await sparse('talk.mp4', 1_000, 'the end');
  const [one, same] = [await uploadSource(path), await uploadSource(path)];
  expect(one.identity).toBe(same.identity);
  await sparse('talk.mp4', 1_001, 'the end');
  expect((await uploadSource(path)).identity).not.toBe(one.identity);
});

test('what is no file is said to be none, and not that it changed', async () => {
  const noFile = { name: 'VideoReaderError', type: 'invalid_request', reason: 'no_file' };
  await expect(uploadSource(join(folder, 'nothing.mp4'))).rejects.toMatchObject({
    ...noFile,
    message: expect.stringContaining('nothing.mp4'),
    cause: { code: 'ENOENT' },
  });
  await expect(uploadSource(folder)).rejects.toMatchObject(noFile);
  await expect(uploadSource(Buffer.from('a video') as never)).rejects.toMatchObject({
    ...noFile,
    message: expect.stringContaining('new Blob'),
  });
});
