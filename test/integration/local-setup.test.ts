import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SETUP = join(import.meta.dirname, '../../bin/setup');
const JAVA_17_JRE = 'echo \'openjdk version "17.0.15" 2025-04-15\' >&2';
const JAVA_17 = `${JAVA_17_JRE}; [[ $1 == --list-modules ]] && echo jdk.compiler@17.0.15; true`;
const JAVA_8 = 'echo \'openjdk version "1.8.0_402"\' >&2';
const FFMPEG_5 = 'echo "ffmpeg version 5.1.9-0+deb12u1"; echo more';
const FFMPEG_4 = 'echo "ffmpeg version 4.1"';
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'setup-'));
  const tools = ['bash', 'env', 'sed', 'dirname', 'readlink', 'cat', 'chmod'];
  for (const tool of tools) await symlink(`/usr/bin/${tool}`, join(dir, tool));
  await program('pocketsphinx_continuous', 'exit 0');
  await program('yt-dlp', 'exit 0');
});
afterEach(() => rm(dir, { recursive: true }));

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(dir, name), `#!/usr/bin/bash\n${script}\n`);
  await chmod(join(dir, name), 0o755);
}
async function ffmpeg(script: string): Promise<void> {
  await program('ffmpeg', script);
  await program('ffprobe', script);
}
const setup = (more: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(SETUP, { env: { PATH: dir, ...more } }).then(
    ({ stderr }) => ({ code: 0, said: stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

test('with Java 17, ffmpeg 5, pocketsphinx and yt-dlp it says nothing', async () => {
  await program('java', JAVA_17);
  await ffmpeg(FFMPEG_5);
  expect(await setup()).toEqual({ code: 0, said: '' });
});

test('without a current ffmpeg it goes on, and says what that means', async () => {
  await program('java', JAVA_17);
  await ffmpeg(FFMPEG_4);
  const { code, said } = await setup();
  expect([code, said]).toEqual([0, expect.stringContaining('packaged ffmpeg')]);
});

test('before tests it asks for a browser as well', async () => {
  await program('java', JAVA_17);
  await ffmpeg(FFMPEG_5);
  const { code, said } = await setup({
    npm_lifecycle_event: 'pretest',
    CHROMIUM_PATH: join(dir, 'chromium'),
  });
  expect([code, said]).toEqual([0, expect.stringContaining('apt-get install chromium')]);
});

test('without a recogniser it goes on, and says what will not work', async () => {
  await program('java', JAVA_17);
  await ffmpeg(FFMPEG_5);
  await rm(join(dir, 'pocketsphinx_continuous'));
  const { code, said } = await setup();
  expect([code, said]).toEqual([0, expect.stringContaining('TRANSCRIBER_URL')]);
});

test('without a downloader it goes on, and says which links will fail', async () => {
  await program('java', JAVA_17);
  await ffmpeg(FFMPEG_5);
  await rm(join(dir, 'yt-dlp'));
  const { code, said } = await setup();
  expect([code, said]).toEqual([0, expect.stringContaining('apt-get install yt-dlp')]);
});

test.each([
  ['without Java', ''],
  ['with Java 8', JAVA_8],
  ['with a Java that has no compiler', JAVA_17_JRE],
])('%s it fails, and says what to install', async (_what, java) => {
  if (java) await program('java', java);
  await ffmpeg(FFMPEG_5);
  const { code, said } = await setup();
  expect([code, said]).toEqual([1, expect.stringContaining('openjdk-17-jre-headless')]);
});

test('with apt-get it installs what is missing, after a refresh when the first try fails', async () => {
  await ffmpeg(FFMPEG_5);
  const log = join(dir, 'log');
  const java = join(dir, 'java');
  await program('sudo', 'shift; exec "$@"');
  await program('true', 'exit 0');
  await program(
    'apt-get',
    `echo "$*" >> ${log}
    [[ $1 == update ]] && { echo > ${dir}/fresh; exit 0; }
    [[ -e ${dir}/fresh ]] || exit 100
    printf '%s\\n' '#!/usr/bin/bash' ${JSON.stringify(JAVA_17).replaceAll('$', '\\$')} > ${java}
    chmod +x ${java}`,
  );
  expect((await setup()).code).toBe(0);
  const { stdout } = await promisify(execFile)('cat', [log]);
  const install = 'install -y -q --no-install-recommends openjdk-17-jre-headless';
  expect(stdout.trim().split('\n')).toEqual([install, 'update -q', install]);
});
