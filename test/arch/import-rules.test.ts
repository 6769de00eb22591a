import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const CRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

interface Report {
  readonly summary: {
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string }[] };
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

async function cruise(folder: string, paths: readonly string[]): Promise<Report> {
  // The exit code is the number of violations, so a planted tree never ends with 0.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CRUISE, '--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', ...paths],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

/** Files that break no rule and are imported by those that do. */
const INNOCENT = [
  'layers/domain/price.ts',
  'layers/app/use-case.ts',
  'layers/app/ports/engine.ts',
  'layers/adapters/s3/store.ts',
  'layers/adapters/dynamo/tables.ts',
  'layers/adapters/links/find/page.ts',
  'layers/adapters/links/web/web.ts',
  'layers/http/edge.ts',
  'layers/http/route.ts',
  'layers/queue/edge.ts',
  'layers/log/log.ts',
  'layers/media/engine.ts',
  'functions/compose/gate.ts',
  'functions/api/frames/route.ts',
  'functions/api/frames/handler.ts',
  'functions/api/routes.ts',
  'functions/workers/workers.ts',
  'lib/stacks/stack.ts',
  'local/gateway.ts',
  'bin/app.ts',
  'test/support/fake.ts',
  'bench/bench.ts',
];

const value = (from: string) => `import { x } from '${from}';\nexport const y = x;`;
const type = (from: string) => `import type { X } from '${from}';\nexport type Y = X;`;

/** A rule, the file that breaks it, and its text. */
const PLANTED: readonly [rule: string, file: string, text: string][] = [
  ['no-cycles', 'layers/domain/a.ts', value('./b.ts')],
  ['resolvable', 'layers/domain/c.ts', value('./nowhere.ts')],
  ['log-stands-alone', 'layers/log/opinion.ts', value('../domain/price.ts')],
  ['one-way-into-the-log', 'layers/queue/aside.ts', value('@aws-lambda-powertools/logger')],
  ['one-way-into-the-runtime', 'layers/adapters/onnx/aside.ts', value('onnxruntime-node')],
  ['declared-packages', 'layers/http/undeclared.ts', value('@middy/core')],
  ['no-dev-packages-in-functions', 'layers/http/dev.ts', value('fast-check')],
  ['domain-imports-domain', 'layers/domain/d.ts', value('../app/use-case.ts')],
  ['domain-imports-domain', 'layers/domain/e.ts', type('../app/ports/engine.ts')],
  ['app-imports-domain', 'layers/app/a.ts', value('../adapters/s3/store.ts')],
  ['app-imports-domain', 'layers/app/b.ts', value('../media/engine.ts')],
  ['adapters-implement-ports', 'layers/adapters/sqs/a.ts', value('../s3/store.ts')],
  ['adapters-implement-ports', 'layers/adapters/sqs/c.ts', value('../../app/use-case.ts')],
  ['adapters-implement-ports', 'layers/adapters/sqs/d.ts', type('../../app/use-case.ts')],
  ['adapters-implement-ports', 'layers/adapters/sqs/b.ts', value('../../http/edge.ts')],
  ['links-go-one-way', 'layers/adapters/links/stream/a.ts', value('../find/page.ts')],
  ['links-go-one-way', 'layers/adapters/links/web/a.ts', value('../find/page.ts')],
  ['media-imports-domain', 'layers/media/a.ts', value('../adapters/s3/store.ts')],
  ['media-imports-domain', 'layers/media/b.ts', value('../app/ports/engine.ts')],
  ['edge-imports-domain', 'layers/http/a.ts', value('../app/use-case.ts')],
  ['edge-imports-domain', 'layers/queue/a.ts', value('../http/edge.ts')],
  ['functions-are-islands', 'functions/api/jobs/handler.ts', value('../frames/handler.ts')],
  [
    'functions-are-islands',
    'functions/workers/read/handler.ts',
    value('../../../local/gateway.ts'),
  ],
  ['oauth-is-an-island', 'functions/oauth/handler.ts', value('../api/frames/handler.ts')],
  [
    'no-rights-no-clients',
    'functions/durable/decode/handler.ts',
    value('../../../layers/adapters/s3/client.ts'),
  ],
  ['compositions-stand-below', 'functions/compose/a.ts', value('../api/frames/handler.ts')],
  ['lists-hold-data', 'functions/workers/extra.ts', value('../api/frames/handler.ts')],
  ['lists-hold-data', 'functions/api/extra.ts', value('../../layers/app/use-case.ts')],
  ['routes-hold-data', 'functions/api/jobs/route.ts', value('../../../layers/app/use-case.ts')],
  ['lib-imports-data', 'lib/a.ts', value('../functions/api/frames/handler.ts')],
  ['lib-imports-data', 'lib/b.ts', value('../layers/domain/price.ts')],
  ['lib-imports-data', 'lib/c.ts', value('../local/gateway.ts')],
  ['bin-composes', 'bin/a.ts', value('../functions/api/frames/handler.ts')],
  ['local-runs-functions', 'local/a.ts', value('../layers/adapters/s3/store.ts')],
  ['local-runs-functions', 'local/b.ts', value('../lib/stacks/stack.ts')],
  ['web-stands-alone', 'web/a.ts', value('../layers/domain/price.ts')],
  ['sdk-stands-alone', 'sdk/src/a.ts', type('../../layers/domain/price.ts')],
  ['core-knows-zod-only', 'layers/app/c.ts', value('ulid')],
  ['core-does-no-io', 'layers/domain/f.ts', value('node:fs')],
];

/** Imports that look like the planted ones and are right. */
const ALLOWED: readonly [file: string, text: string][] = [
  ['layers/domain/zod.ts', value('zod')],
  ['layers/app/type-only.ts', type('node:stream')],
  ['layers/adapters/dynamo/jobs.ts', value('../../app/ports/engine.ts')],
  ['layers/adapters/links/stream/b.ts', value('../web/web.ts')],
  ['layers/media/typed.ts', type('../app/ports/engine.ts')],
  ['functions/api/list.ts', value('./frames/route.ts')],
  ['functions/api/frames/part.ts', value('../../compose/gate.ts')],
  ['functions/api/frames/main.ts', value('../../../layers/media/engine.ts')],
  ['lib/data.ts', value('../functions/api/frames/route.ts')],
  ['lib/tables.ts', value('../layers/adapters/dynamo/tables.ts')],
  ['lib/typed.ts', type('../functions/api/frames/handler.ts')],
  ['bin/start.ts', value('../local/gateway.ts')],
  ['sdk/make-types.ts', value('../functions/api/routes.ts')],
  ['local/answer.ts', value('../layers/app/use-case.ts')],
  ['local/run.ts', value('../functions/api/frames/handler.ts')],
  ['test/any.ts', value('../local/gateway.ts')],
  ['bench/any.ts', value('../layers/media/engine.ts')],
];

describe('the import rules', () => {
  let tree: string;
  let report: Report;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'import-rules-'));
    const files: readonly (readonly [string, string])[] = [
      ...INNOCENT.map((file) => [file, 'export const x = 1; export type X = number;'] as const),
      ...PLANTED.map(([, file, text]) => [file, text] as const),
      ...ALLOWED,
      ['layers/adapters/s3/client.ts', value('@aws-sdk/client-s3')],
      ['layers/domain/b.ts', value('./a.ts')], // back, so that it is a cycle
      [
        'package.json',
        '{"dependencies":{"zod":"4","ulid":"3","@aws-sdk/client-s3":"3"},"devDependencies":{"fast-check":"4"}}',
      ],
    ];
    for (const [file, text] of files) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    }
    await cp(join(ROOT, 'tsconfig.json'), join(tree, 'tsconfig.json'));
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    report = await cruise(tree, [
      'bin',
      'lib',
      'functions',
      'layers',
      'local',
      'sdk',
      'web',
      'test',
      'bench',
    ]);
  });

  afterAll(() => rm(tree, { recursive: true }));

  test.each(PLANTED)('%s is reported of %s', (rule, file) => {
    const broken = report.summary.violations.filter(({ from }) => from === file);
    expect(broken.map((violation) => violation.rule.name)).toContain(rule);
  });

  test.each(ALLOWED)('nothing is reported of %s', (file) => {
    expect(report.summary.violations.filter(({ from }) => from === file)).toEqual([]);
  });

  test('every rule has a planted violation', () => {
    const rules = new Set(report.summary.ruleSetUsed.forbidden.map(({ name }) => name));
    expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(rules);
  });
});
