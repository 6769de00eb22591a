import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import { fetchKills, RIGHT_END } from '../support/fetch-kills.ts';
import { testTables } from '../support/tables.ts';

/** More than a first part, which ends behind `ts24.ts` or so. */
const SECONDS = 30;

let kills: Awaited<ReturnType<typeof fetchKills>>;

beforeAll(async () => {
  kills = await fetchKills(await testTables(), SECONDS);
});
afterAll(() => kills.close());

/** Each packet of picture and of sound, in their order. */
function packetsOf(path: string): string[] {
  const every = ['-v', 'error', '-i', path, '-c', 'copy', '-f', 'framemd5', '-'];
  const told = execFileSync(packaged.path, every, { maxBuffer: 1e9 }).toString();
  // Which millisecond one is shown in goes by who takes the pieces together.
  return told.split('\n').map((line) => line.replace(/^(\d),.*,/, '$1 '));
}

async function packetsIn(bytes: Buffer): Promise<string[]> {
  const path = join(kills.web.folder, 'source.mkv');
  await writeFile(path, bytes);
  return packetsOf(path);
}

/** The stream as ffmpeg copies it in one go. */
function packetsOfAll(name: string): string[] {
  const { folder } = kills.web;
  const path = join(folder, 'whole.mkv');
  execFileSync(packaged.path, ['-v', 'error', '-y', '-i', join(folder, name), '-c', 'copy', path]);
  return packetsOf(path);
}

test('a stream whose worker dies before it comes, and when it has come, is stored once, paid once, and leaves nothing', async () => {
  const { died, left, source } = await kills.killed('short.m3u8', [
    { after: 'direct.beginParts' },
    { after: 'direct.joinParts' },
  ]);
  expect([died, left]).toEqual([[true, true, false], RIGHT_END]);
  expect(await packetsIn(source)).toEqual(packetsOfAll('short.m3u8'));
});

test('a stream of which a part is stored goes on from there when those who fetch it die', async () => {
  kills.web.asked.length = 0;
  const { died, left, source } = await kills.killed('ts.m3u8', [
    { piece: 'ts27.ts', withWorker: true },
    { piece: 'ts28.ts', after: 'fetches.complete' },
  ]);
  expect([died, left]).toEqual([[true, true, false], RIGHT_END]);
  expect(await packetsIn(source)).toEqual(packetsOfAll('ts.m3u8'));
  // Three went at it, none of which asked again for what lies behind its beginning and is stored.
  expect(['ts0.ts', 'ts10.ts'].map(kills.web.timesAsked)).toEqual([3, 1]);
});
