/**
 * `node layers/media/measure/kernels/make-kernels.ts`: compiles the files of
 * AssemblyScript beside it, with a compiler that npm fetches, into kernels-code.ts.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kernelSources, sourcesDigest } from './kernel-sources.ts';

const COMPILER = 'assemblyscript@0.28.20';
const LINE = 96;

const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
const code = join(folder, 'kernels.wasm');
// The compiler takes files of TypeScript's ending, which ours must not have: they are none.
const sources = await kernelSources();
for (const [name, text] of sources) await writeFile(join(folder, `${name}.ts`), text);
const options = ['--runtime', 'stub', '--enable', 'simd', '-O3', '--converge', '--noAssert'];
const compile = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', 'kernels.ts', ...options];
await promisify(execFile)('npm', [...compile, '-o', 'kernels.wasm'], { cwd: folder });
const text = (await readFile(code)).toString('base64');
const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
await writeFile(
  new URL('kernels-code.ts', import.meta.url),
  [
    '/** kernels.as and what it imports as WebAssembly, in base64; written by make-kernels.ts. */',
    'export const KERNELS =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
    '/** SHA-256 of the files that it was made of. */',
    `export const MADE_OF = '${sourcesDigest(sources)}';`,
    '',
  ].join('\n'),
);
await rm(folder, { recursive: true });
