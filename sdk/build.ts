/** Builds the package that callers install, into `sdk/dist`. */
import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
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
  platform: 'node',
  format: 'esm',
  target: 'node20.16',
  external: ['openapi-fetch'],
  legalComments: 'inline',
});
// What npm packs lies in the folder of the package; both pages are its one.
await cp(join(HERE, '../LICENSE'), join(HERE, 'LICENSE'));
const pages = ['sdk.md', 'cli.md'].map((name) => readFile(join(HERE, '../docs', name), 'utf8'));
const [client = '', command = ''] = await Promise.all(pages);
const joined = `${client}\n${command.replace('](sdk.md)', '](#the-client-for-javascript-and-typescript)')}`;
await writeFile(join(HERE, 'README.md'), joined);
