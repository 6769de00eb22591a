import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findYtDlp } from '../../layers/adapters/links/yt-dlp/find-binary.ts';
import { printed } from '../../layers/adapters/system/runs.ts';
import { bytesLeft } from '../../layers/adapters/system/scratch.ts';
import { makeGetHealth } from '../../layers/app/get-health.ts';

/** The health of a service whose downloader is what lies under its name in a folder. */
async function healthWith(
  script: string | undefined,
  { voices = true, room = 1e12 }: { voices?: boolean; room?: number | 'gone' } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'health-'));
  if (script !== undefined) {
    await writeFile(join(folder, 'yt-dlp'), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'yt-dlp'), 0o755);
  }
  const getHealth = makeGetHealth({
    version: '1',
    ffmpeg: async () => true,
    ytDlp: async () => {
      const binary = await findYtDlp(undefined, folder);
      return binary === undefined ? null : printed(binary, ['--version']);
    },
    transcriber: async () => null,
    voices: () => voices,
    textReader: async () => null,
    answerer: async () => 'evidence',
    room: async () => (room === 'gone' ? bytesLeft(join(folder, 'gone')) : room),
    now: () => new Date('2026-11-18'),
  });
  const health = await getHealth();
  await rm(folder, { recursive: true });
  return health;
}

test.each([
  ['runs', 'echo 2026.08.20', '2026.08.20', []],
  [
    'is more than 90 days old',
    'echo 2026.08.19',
    '2026.08.19',
    [expect.stringContaining('(yt-dlp 2026.08.19) is 91 days old')],
  ],
  ['tells no day', 'echo nightly', 'nightly', []],
  ['is not there', undefined, null, []],
  ['is there and does not run', 'exit 1', null, []],
  ['names an interpreter that is missing', 'exec /nonexistent/python', null, []],
])(
  'health says of a downloader that %s what is true, and is well without',
  async (_, script, yt_dlp_version, notes) => {
    const yt_dlp = yt_dlp_version !== null;
    const told = { status: 'ok', yt_dlp, yt_dlp_version, notes };
    expect(await healthWith(script)).toMatchObject(told);
  },
);

test('health says where nothing tells voices from other sound', async () => {
  const { status, notes } = await healthWith('echo 2026.08.20', { voices: false });
  expect(status).toBe('ok');
  expect(notes).toEqual([expect.stringContaining('Voices are not told from other sound')]);
});

test('health says that the disk is full', async () => {
  const { status, notes } = await healthWith('echo 2026.08.20', { room: 80e6 });
  expect([status, notes]).toEqual(['degraded', [expect.stringContaining('has 80 MB left')]]);
});

test('health says that a folder is gone, and goes on answering', async () => {
  const { status, notes } = await healthWith('echo 2026.08.20', { room: 'gone' });
  expect([status, notes]).toEqual(['degraded', [expect.stringContaining('is gone: calls fail')]]);
});
