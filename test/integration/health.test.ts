import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findYtDlp } from '../../layers/adapters/links/yt-dlp/find-binary.ts';
import { runs } from '../../layers/adapters/system/runs.ts';
import { makeGetHealth } from '../../layers/app/get-health.ts';

/** The health of a service whose downloader is what lies under its name in a folder. */
async function healthWith(script: string | undefined) {
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
      return binary !== undefined && runs(binary, ['--version'], 5_000);
    },
    transcriber: async () => null,
    textReader: async () => null,
    answerer: async () => 'evidence',
    now: () => new Date(0),
  });
  const health = await getHealth();
  await rm(folder, { recursive: true });
  return health;
}

test.each([
  ['runs', 'echo 2026.08.19', true],
  ['is not there', undefined, false],
  ['is there and does not run', 'exit 1', false],
  ['names an interpreter that is missing', 'exec /nonexistent/python', false],
])(
  'health says of a downloader that %s what is true, and is well without',
  async (_, script, yt_dlp) => {
    expect(await healthWith(script)).toMatchObject({ status: 'ok', yt_dlp });
  },
);
