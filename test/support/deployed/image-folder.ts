import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Instruction, stagesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The image's files in a folder. */
export interface ImageFolder {
  /** What Lambda finds under LAMBDA_TASK_ROOT. */
  readonly taskRoot: string;
  /** The image's own variables. */
  readonly variables: Readonly<Record<string, string>>;
}

interface Options {
  /** What `docker build` is given: the Dockerfile's context, as the deployment would send it. */
  readonly context: string;
  readonly buildArgs: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Programs of this machine in the places where the image has its own, by their path there. */
  readonly programs: Readonly<Record<string, string>>;
}

/**
 * Lays the image out without Docker: the stage `build` is carried out line by line in a folder, with
 * the packages that are installed here in place of `npm ci`. What the other stages download is not
 * there; programs of this machine stand for it.
 */
export async function layImage(options: Options): Promise<ImageFolder> {
  const { context, buildArgs, folder, programs } = options;
  const stages = stagesOf(await readFile(join(context, 'functions/workers/Dockerfile'), 'utf8'));
  const source = join(folder, 'src');
  const out = join(folder, 'out');
  await mkdir(source, { recursive: true });
  for (const line of stages.find(({ name }) => name === 'build')?.lines ?? []) {
    await carryOut(line, { context, source, out, buildArgs });
  }
  for (const [place, program] of Object.entries(programs)) {
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await symlink(program, join(folder, place));
  }
  const variables = (stages.at(-1)?.lines ?? [])
    .filter(({ verb }) => verb === 'ENV')
    .flatMap(({ rest }) => rest.split(/\s+/))
    .map((pair) => pair.split(/=(.*)/s) as [string, string])
    // Said of the image's own decoder; here another one stands for it.
    .filter(([name]) => name !== 'FFMPEG_RELEASE')
    .map(([name, value]) => [name, value.startsWith('/opt/') ? join(folder, value) : value]);
  return { taskRoot: out, variables: Object.fromEntries(variables) };
}

interface Stage {
  readonly context: string;
  readonly source: string;
  readonly out: string;
  readonly buildArgs: Readonly<Record<string, string>>;
}

async function carryOut({ verb, rest }: Instruction, stage: Stage): Promise<void> {
  const { context, source, out, buildArgs } = stage;
  if (verb === 'COPY') {
    const places = rest.split(/\s+/);
    const to = places.pop() ?? '';
    for (const from of places) {
      const place = to === './' ? from : to;
      await cp(join(context, from), join(source, place), { recursive: true });
    }
  } else if (verb === 'RUN' && rest.startsWith('npm ci')) {
    await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  } else if (verb === 'RUN') {
    const env = { PATH: process.env['PATH'], ...buildArgs };
    await run('/bin/sh', ['-c', rest.replaceAll('/out', out)], { cwd: source, env });
  }
}
