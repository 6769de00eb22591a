import { cpSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Stack, Stage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { ROUTES } from '../../functions/api/routes.ts';
import { EVENTS } from '../../functions/events/events.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { folderOf } from '../../layers/http/route.ts';
import { BUNDLE_OPTIONS } from '../image/bundle-options.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Files of packages that a function reads, by its folder: they lie beside its bundle. */
const FILES_BESIDE: Readonly<Record<string, readonly string[]>> = {
  'api/openapi': ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css'],
};

/** Folders under functions/ whose handlers need nothing of the image. */
const HANDLERS = [
  ...new Set([
    ...[...ROUTES, ...PAGES, ...OAUTH].filter(({ runtime }) => runtime === undefined).map(folderOf),
    ...WORKERS.filter(({ runtime }) => runtime === 'node').map(({ name }) => `workers/${name}`),
    ...EVENTS.map(({ name }) => `events/${name}`),
  ]),
];

/** What was bundled into an assembly, by the folder of the assembly. */
const bundled = new Map<string, Set<string>>();

/**
 * The code of a plain function. All of them are bundled when the first is asked for, by one run of
 * esbuild: a run for each takes twenty seconds in all, mostly the start of a process.
 */
export function bundledCode(scope: Construct, folder: string): Code {
  // The source stands for the bundle where a test only looks at the template.
  if (!Stack.of(scope).bundlingRequired) return Code.fromAsset(join(ROOT, 'functions', folder));
  const assembly = Stage.of(scope)?.outdir;
  if (assembly === undefined) throw new Error('Functions are bundled for an app');
  const out = join(assembly, 'bundles');
  const done = bundled.get(assembly) ?? new Set();
  if (!done.has(folder)) {
    const wanted = done.size === 0 ? [...new Set([...HANDLERS, folder])] : [folder];
    bundleInto(out, wanted);
    bundled.set(assembly, new Set([...done, ...wanted]));
  }
  return Code.fromAsset(join(out, folder));
}

function bundleInto(out: string, handlers: readonly string[]): void {
  buildSync({
    ...BUNDLE_OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: handlers.map((folder) => ({
      in: join('functions', folder, 'handler.ts'),
      out: join(folder, 'index'),
    })),
    outdir: relative(ROOT, out),
  });
  for (const [folder, files] of Object.entries(FILES_BESIDE)) {
    if (!handlers.includes(folder)) continue;
    mkdirSync(join(out, folder), { recursive: true });
    for (const file of files) {
      cpSync(join(ROOT, 'node_modules', file), join(out, folder, file.replace(/.*\//, '')));
    }
  }
}
