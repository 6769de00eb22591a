/** Builds the package that callers install, into `sdk/dist`. */
import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const TSC = join(HERE, '../node_modules/typescript/bin/tsc');

await import('./make-types.ts');
await rm(join(HERE, 'dist'), { recursive: true, force: true });
await promisify(execFile)(process.execPath, [TSC, '-p', HERE]);
// The command line brings along what it is made of: the package itself depends on one other alone.
await build({
  entryPoints: [join(HERE, 'src/cli/main.ts')],
  outfile: join(HERE, 'dist/cli/main.js'),
  bundle: true,
  ...{ platform: 'node', format: 'esm', target: 'node20.16' },
  external: ['openapi-fetch'],
  legalComments: 'inline',
});
// What npm packs lies in the folder of the package.
await cp(join(HERE, '../LICENSE'), join(HERE, 'LICENSE'));
