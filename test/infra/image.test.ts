import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { instructionsOf, stagesOf } from '../support/deployed/dockerfile.ts';
import { templates } from './cloud.ts';
import { resources } from './resources.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);
const text = readFileSync(join(ROOT, 'functions/workers/Dockerfile'), 'utf8');
const lines = instructionsOf(text);
const stages = stagesOf(text);
const rests = (verb: string, of = lines) =>
  of.filter((line) => line.verb === verb).map(({ rest }) => rest);
const args = new Map(rests('ARG').map((rest) => rest.split(/=(.*)/s) as [string, string]));

test('every stage stands on a base that is named in full: by version, by date or by digest', () => {
  expect(args.get('NODE_BASE')).toMatch(
    /^public\.ecr\.aws\/lambda\/nodejs(:24\.\d{4}\.\d{2}\.\d{2}\.\d{2}|@sha256:[0-9a-f]{64})$/,
  );
  expect(args.get('DEBIAN_BASE')).toMatch(
    /^public\.ecr\.aws\/docker\/library\/debian(:trixie-\d{8}-slim|@sha256:[0-9a-f]{64})$/,
  );
  expect(stages.map(({ name = 'image', base }) => [name, base])).toEqual([
    ['ffmpeg', `\${DEBIAN_BASE}`],
    ['yt-dlp', `\${NODE_BASE}`],
    ['build', `\${NODE_BASE}`],
    ['image', `\${NODE_BASE}`],
  ]);
  // A stage does not see what another one declares; the bases alone stand before all.
  expect(lines.slice(0, 2).map(({ verb }) => verb)).toEqual(['ARG', 'ARG']);
});

test('every variable that a line uses is declared in its stage', () => {
  for (const { name, lines: own } of stages) {
    const declared = rests('ARG', [...own]).map((rest) => rest.split('=')[0]);
    const used = own
      .filter(({ verb }) => verb !== 'ENV')
      .flatMap(({ rest }) => [...rest.matchAll(/\$\{(\w+)\}/g)].map(([, variable]) => variable));
    // Lambda's base sets it.
    const known = [...declared, 'LAMBDA_TASK_ROOT'];
    expect([name, used.filter((one) => !known.includes(one))]).toEqual([name, []]);
  }
});

test('no line holds a secret, or takes a file that is not made by name', () => {
  expect(text).not.toMatch(/secret|password|token|credential/i);
  expect(rests('ADD')).toEqual([]);
  expect(rests('COPY').filter((rest) => /^(\.|\*)\s/.test(rest))).toEqual([]);
});

const downloads = stages.flatMap((stage) =>
  rests('RUN', [...stage.lines])
    .filter((run) => run.includes('curl'))
    .map((run) => ({ stage: stage.name, run, declared: rests('ARG', [...stage.lines]) })),
);

test('yt-dlp is all that is downloaded beside packages', () => {
  expect(downloads.map(({ stage }) => stage)).toEqual(['yt-dlp']);
});

test.each(downloads)('what $stage downloads is pinned, checked, and started', (download) => {
  const { run, declared } = download;
  const used = [...run.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const own = new Map(declared.map((rest) => rest.split(/=(.*)/s) as [string, string]));
  expect(used.filter((name) => !own.has(name))).toEqual([]);
  // One command after another, each of which may end the build.
  expect(run).toMatch(/^set -eu; /);
  const [, file] = /curl -fsSL --proto '=https' --retry 3 -o (\S+) "https:/.exec(run) ?? [];
  const [, sum = ''] = /echo "\$\{(\w+)\} {2}\S+" \| sha256sum -c -;/.exec(run) ?? [];
  expect(run).toContain(`"\${${sum}}  ${file}" | sha256sum -c -`);
  expect(own.get(sum)).toMatch(/^[0-9a-f]{64}$/);
  expect(run.indexOf('sha256sum')).toBeLessThan(run.search(/\b(tar|unzip) /));
  expect(run).toMatch(/-version|--version/);
});

const ffmpegStage = [...(stages.find(({ name }) => name === 'ffmpeg')?.lines ?? [])];

test("ffmpeg is a package of Debian's stable release, by its version, from the snapshot of a day", async () => {
  const [snapshot = '', install = '', ...more] = rests('RUN', ffmpegStage);
  expect(more).toEqual([]);
  const [, edit = ''] =
    /^sed -i '(.*)' \/etc\/apt\/sources\.list\.d\/debian\.sources$/.exec(snapshot) ?? [];
  const shipped = [
    'Types: deb',
    '# http://snapshot.debian.example/archive/debian/20260918T000000Z',
    'URIs: http://mirror.debian.example/debian',
    'Suites: trixie trixie-updates',
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
  ];
  const { stdout } = await run('sh', ['-c', 'printf "%s\\n" "$@" | sed "$0"', edit, ...shipped]);
  expect(stdout.trim().split('\n')).toEqual([
    'Types: deb',
    'URIs: http://snapshot.debian.example/archive/debian/20260918T000000Z',
    ...shipped.slice(3),
  ]);
  expect(install).toMatch(/^set -eu; apt-get -o Acquire::Check-Valid-Until=false update; /);
  // Signatures are never switched off.
  expect(install).not.toMatch(/allow|insecure|trusted|force/i);
  expect(install).toContain(`"ffmpeg=\${FFMPEG_VERSION}"`);
  expect(args.get('FFMPEG_VERSION')).toMatch(/^7:7\.1\.\d+-0\+deb13u\d+$/);
  expect(install).toContain('collect-ffmpeg / /opt/ffmpeg; /opt/ffmpeg/bin/ffmpeg -version;');
});

test('functions of the image run on the processor that its programs are for', () => {
  const images = resources<{
    readonly PackageType?: string;
    readonly Architectures: readonly string[];
  }>(templates, 'AWS::Lambda::Function').filter(
    ({ properties }) => properties.PackageType === 'Image',
  );
  expect(new Set(images.flatMap(({ properties }) => properties.Architectures))).toEqual(
    new Set(['x86_64']),
  );
});

test('ffmpeg is collected with its loader and all it loads, and runs where nothing else is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'collected-'));
  try {
    await run(join(ROOT, 'functions/workers/collect-ffmpeg'), ['/', folder]);
    for (const tool of ['ffmpeg', 'ffprobe']) {
      const { stdout } = await run(join(folder, 'bin', tool), ['-version'], { env: {} });
      expect(stdout).toMatch(new RegExp(`^${tool} version \\d`));
      const maps = await run(join(folder, 'lib/ld-linux-x86-64.so.2'), [
        '--library-path',
        join(folder, 'lib'),
        '--list',
        join(folder, 'libexec', tool),
      ]);
      const elsewhere = [...maps.stdout.matchAll(/=> (\/\S+)/g)]
        .map(([, path = '']) => path)
        .filter((path) => !path.startsWith(folder));
      expect(elsewhere).toEqual([]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('packages come from the lock file, and none of their scripts runs', () => {
  const build = stages.find(({ name }) => name === 'build');
  expect(rests('RUN', [...(build?.lines ?? [])])[0]).toBe('npm ci --ignore-scripts');
});

test('what is copied is there, and not kept from the build', () => {
  const context = readFileSync(join(ROOT, '.dockerignore'), 'utf8');
  const kept = [...context.matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  const copied = rests('COPY')
    .filter((rest) => !rest.startsWith('--from='))
    .flatMap((rest) => rest.split(' ').slice(0, -1));
  expect(copied.length).toBeGreaterThan(5);
  for (const from of copied) {
    expect([from, existsSync(join(ROOT, from))]).toEqual([from, true]);
    expect(kept.some((path) => from === path || from.startsWith(`${path}/`))).toBe(true);
  }
});

test('the handlers that functions of the image are started with are among those it bundles', () => {
  const handlers = resources<{ readonly ImageConfig?: { readonly Command: readonly string[] } }>(
    templates,
    'AWS::Lambda::Function',
  ).flatMap(({ properties }) => properties.ImageConfig?.Command ?? []);
  expect(handlers.length).toBeGreaterThan(5);
  for (const command of [...handlers, ...JSON.parse(rests('CMD')[0] ?? '[]')]) {
    const [, folder = ''] = /^(\S+)\/handler\.handler$/.exec(command) ?? [];
    expect([command, existsSync(join(ROOT, 'functions', folder, 'handler.ts'))]).toEqual([
      command,
      true,
    ]);
  }
});

test('what is started holds what was built, and names its tools where they lie', () => {
  const last = [...(stages.at(-1)?.lines ?? [])];
  expect(rests('COPY', last)).toEqual([
    '--from=ffmpeg /opt/ffmpeg /opt/ffmpeg',
    '--from=yt-dlp /opt/yt-dlp /opt/yt-dlp',
    `--from=build /out \${LAMBDA_TASK_ROOT}`,
  ]);
  const variables = rests('ENV', last).flatMap((rest) => rest.split(/\s+/));
  expect(variables).toEqual(
    expect.arrayContaining([
      'FFMPEG_PATH=/opt/ffmpeg/bin/ffmpeg',
      'FFPROBE_PATH=/opt/ffmpeg/bin/ffprobe',
      'YT_DLP_PATH=/opt/yt-dlp/yt-dlp_linux',
      // What starts does not ask: it goes by what is installed.
      `FFMPEG_RELEASE=${/^\d+:(\d+)\./.exec(args.get('FFMPEG_VERSION') ?? '')?.[1]}`,
    ]),
  );
  // Nothing is done after the rights are given up.
  expect(last.slice(-2).map(({ verb, rest }) => [verb, rest])).toEqual([
    ['USER', '65534:65534'],
    ['CMD', '["workers/read/handler.handler"]'],
  ]);
});
