import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../../../sdk/src/cli/output.ts';
import { writeSheets } from '../../../sdk/src/cli/sheets.ts';
import type { FramesResult } from '../../../sdk/src/types.ts';

test('sheets that a frame fills which stands are files of their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'));
  const out = { progress: () => {} } as unknown as Output;
  const { signal } = new AbortController();
  const times = [
    [0, 4],
    [4, 4],
    [4, 4],
  ] as const;
  const url = 'data:image/jpeg;base64,AAAA';
  const sheets = times.map(([t0, t1], n) => ({ page: n + 1, t0, t1, url }));
  const result = { detail: 'standard', sheets } as unknown as FramesResult;
  const next = { detail: 'standard', sheets: sheets.slice(2) } as unknown as FramesResult;
  const stems: string[] = [];
  try {
    const files = await writeSheets(result, folder, { out, signal }, stems);
    // The frame stands into the next part, as of a walk.
    files.push(...(await writeSheets(next, folder, { out, signal }, stems)));
    expect(files.map((file) => file.slice(folder.length + 1))).toEqual([
      'standard-00000.00-00004.00.jpg',
      'standard-00004.00-00004.00.jpg',
      'standard-00004.00-00004.00-2.jpg',
      'standard-00004.00-00004.00-3.jpg',
    ]);
    expect(await readdir(folder)).toHaveLength(4);
  } finally {
    await rm(folder, { recursive: true });
  }
});
