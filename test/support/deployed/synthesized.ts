import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { placed, type Stack, type Template } from './template.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

interface Manifest {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties?: { templateFile?: string } }>
  >;
}
interface NestedProperties {
  readonly TemplateURL: unknown;
  readonly Parameters?: Readonly<Record<string, unknown>>;
}
interface Assets {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>;
}

/** What `cdk synth` made: the templates, and the folders of code that they name. */
export interface Synthesized {
  readonly stacks: readonly Stack[];
  /** The folder that becomes the object of that key. */
  readonly folderOf: (s3Key: string) => string;
}

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));

/** Synthesises the app into a folder with all its bundles, as `cdk deploy` does. */
export async function synthesized(
  out: string,
  context: Readonly<Record<string, string>>,
): Promise<Synthesized> {
  const { context: own } = await json<{ context: object }>(join(ROOT, 'cdk.json'));
  await run(process.execPath, ['bin/app.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CDK_VALIDATION: process.env['CDK_VALIDATION'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CDK_OUTDIR: out,
      CDK_CONTEXT_JSON: JSON.stringify({ ...own, ...context }),
    },
    maxBuffer: 64 * 1024 ** 2,
  });
  const { artifacts } = await json<Manifest>(join(out, 'manifest.json'));
  const files = new Map<string, string>();
  for (const [name, { type }] of Object.entries(artifacts)) {
    if (type !== 'cdk:asset-manifest') continue;
    const assets = await json<Assets>(join(out, `${name}.json`));
    for (const [hash, { source }] of Object.entries(assets.files)) {
      files.set(hash, join(out, source.path));
    }
  }
  const fileOf = (hash: string): string => {
    const file = files.get(hash);
    if (file === undefined) throw new Error(`the deployment sends no asset ${hash}`);
    return file;
  };
  const stacks: Stack[] = [];
  const add = async (stack: Stack): Promise<void> => {
    stacks.push(stack);
    const nested = placed<NestedProperties>([stack], 'AWS::CloudFormation::Stack');
    for (const { id, properties } of nested) {
      const [, hash = ''] =
        /([0-9a-f]{64})\.json/.exec(JSON.stringify(properties.TemplateURL)) ?? [];
      const template = await json<Template>(fileOf(hash));
      await add({ name: id, template, parent: stack, parameters: properties.Parameters ?? {} });
    }
  };
  for (const [name, { type, properties }] of Object.entries(artifacts)) {
    if (type !== 'aws:cloudformation:stack') continue;
    const file = properties?.templateFile ?? `${name}.template.json`;
    await add({ name, template: await json<Template>(join(out, file)) });
  }
  return { stacks, folderOf: (s3Key) => fileOf(s3Key.replace(/\.zip$/, '')) };
}
