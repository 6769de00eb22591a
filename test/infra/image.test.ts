import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructionsOf, stagesOf } from '../support/deployed/dockerfile.ts';
import { templates } from './cloud.ts';
import { resources } from './resources.ts';
import { ROOT } from './root.ts';

const text = readFileSync(join(ROOT, 'functions/workers/Dockerfile'), 'utf8');
const lines = instructionsOf(text);
const stages = stagesOf(text);
const rests = (verb: string, of = lines) =>
  of.filter((line) => line.verb === verb).map(({ rest }) => rest);
const args = new Map(rests('ARG').map((rest) => rest.split(/=(.*)/s) as [string, string]));

test('every stage stands on the base of Lambda for Node 24, by its full version or its digest', () => {
  expect(args.get('NODE_BASE')).toMatch(
    /^public\.ecr\.aws\/lambda\/nodejs(:24\.\d{4}\.\d{2}\.\d{2}\.\d{2}|@sha256:[0-9a-f]{64})$/,
  );
  expect(new Set(stages.map(({ base }) => base))).toEqual(new Set([`\${NODE_BASE}`]));
  // A stage does not see what another one declares; the base alone stands before all.
  expect(lines[0]).toEqual({ verb: 'ARG', rest: expect.stringContaining('NODE_BASE=') });
});

const downloads = stages.flatMap((stage) =>
  rests('RUN', [...stage.lines])
    .filter((run) => run.includes('curl'))
    .map((run) => ({ stage: stage.name, run, declared: rests('ARG', [...stage.lines]) })),
);

test('ffmpeg and yt-dlp are all that is downloaded', () => {
  expect(downloads.map(({ stage }) => stage)).toEqual(['ffmpeg', 'yt-dlp']);
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

test('ffmpeg is of a release that gets fixes, for the processor that the functions run on', () => {
  const [, major, processor] =
    /^ffmpeg-n(\d+)\.\S+-(linux\w+)-gpl-/.exec(args.get('FFMPEG_BUILD') ?? '') ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(8);
  expect(processor).toBe('linux64');
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

test('packages come from the lock file, and none of their scripts runs', () => {
  const build = stages.find(({ name }) => name === 'build');
  expect(rests('RUN', [...(build?.lines ?? [])])[0]).toBe('npm ci --ignore-scripts');
  for (const copied of rests('COPY', [...(build?.lines ?? [])])) {
    for (const from of copied.split(' ').slice(0, -1))
      expect(existsSync(join(ROOT, from))).toBe(true);
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
    ]),
  );
  expect(rests('USER', last)).toEqual(['65534:65534']);
});
