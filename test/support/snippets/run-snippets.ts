import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Snippet } from './snippets-in.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What snippets import, and the scripts of the house that they call. */
const PACKAGES = ['standardwebhooks', '@modelcontextprotocol/client'];
const SCRIPTS = ['package.json', 'bin', 'sdk'];

/** An answer with an error status ends the script, except where the page shows one. */
const PRELUDE = `set -eu -o pipefail -a
curl() { command curl --fail-with-body "$@"; }
`;

interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly dataDir: string;
}

/**
 * Runs the snippets of a page in their order, in one shell and a folder of their own, which holds
 * a file `talk.mp4`.
 * @param env variables that the page takes to be set
 * @returns what they printed
 * @throws Error with the end of what they printed, after the name of the snippet that failed
 */
export async function runSnippets(
  page: string,
  snippets: readonly Snippet[],
  clip: string,
  { dataDir }: Service,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await makeFolder(await clipOf(page, clip), dataDir);
  try {
    const steps = await Promise.all(
      snippets.filter(({ notRun }) => notRun === undefined).map((one) => stepOf(folder, page, one)),
    );
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-c', PRELUDE + steps.join('\n')],
      {
        cwd: folder,
        env: {
          PATH: `${dirname(process.execPath)}:${PATH}`,
          HOME,
          NODE_COMPILE_CACHE,
          DATA_DIR: dataDir,
          ...env,
        },
        maxBuffer: 64 * 1024 ** 2,
      },
    );
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout.slice(-3000)}\n${stderr.slice(-3000)}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The clip as a file of the page's own: equal bytes would be one video for all pages. */
async function clipOf(page: string, clip: string): Promise<Buffer> {
  const box = Buffer.alloc(8 + page.length);
  box.writeUInt32BE(box.length);
  box.write(`free${page}`, 4, 'latin1');
  return Buffer.concat([await readFile(clip), box]);
}

async function makeFolder(talk: Buffer, dataDir: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  await writeFile(join(folder, 'talk.mp4'), talk);
  await symlink(dataDir, join(folder, '.local'));
  for (const name of SCRIPTS) await symlink(join(ROOT, name), join(folder, name));
  for (const name of PACKAGES) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), place);
  }
  // The client as its page installs it, from its source.
  await mkdir(join(folder, 'client'));
  const client = { name: 'video-reader', type: 'module', exports: './index.ts' };
  await writeFile(join(folder, 'client/package.json'), JSON.stringify(client));
  const { href } = new URL('../../../sdk/src/index.ts', import.meta.url);
  await writeFile(join(folder, 'client/index.ts'), `export * from ${JSON.stringify(href)};`);
  await symlink(join(folder, 'client'), join(folder, 'node_modules/video-reader'));
  return folder;
}

/** A snippet as a part of the script; code that is not the shell's becomes a file that it runs. */
async function stepOf(
  folder: string,
  page: string,
  { language, code, line, file, isRefused }: Snippet,
): Promise<string> {
  const said = `printf '%s\\n' '── ${page}:${line}'`;
  const isShell = language === 'sh' || language === 'bash';
  if (isShell && isRefused) return `${said}\nunset -f curl\n${code}\n${PRELUDE}`;
  if (isShell) return `${said}\n${code}`;
  const name = file ?? `snippet-${line}.m${language}`;
  await writeFile(join(folder, name), code);
  return file === undefined ? `${said}\nnode --no-warnings ${name}` : '';
}
