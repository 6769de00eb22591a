import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EngineAccess } from '../engine-access.ts';
import { initialEnvironment } from '../service/handed-environment.ts';
import { javaEnvironment, keyLines, library } from './packaged-engine.ts';
import { program } from './program.ts';

export interface LocalDynamo {
  readonly endpoint: string;
  /** Settles when the engine ends without being asked to. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

const READY_MS = 30_000;
const STOP_MS = 5000;

const onPath = (name: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((dir) => dir !== '' && existsSync(join(dir, name)));

/**
 * Starts Amazon's DynamoDB Local on files in `dir` and waits until it answers: on loopback, and to
 * requests that are signed with the key pair of `access`.
 * @throws Error in words for a person when it does not start
 */
export async function startDynamo(
  dir: string,
  port: number,
  { credentials }: Pick<EngineAccess, 'credentials'>,
): Promise<LocalDynamo> {
  const dbPath = resolve(dir);
  await mkdir(dbPath, { recursive: true });
  await endOrphan(dbPath);
  const temporary = join(dbPath, 'tmp');
  // A killed engine leaves a library of a megabyte there.
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary);
  const java = spawnWithUs('java', [
    `-Djava.io.tmpdir=${temporary}`,
    ...(await program(512)),
    '-disableTelemetry',
    '-sharedDb',
    '-dbPath',
    dbPath,
    '-port',
    String(port),
  ]);
  java.stdin?.end(keyLines(credentials));
  let stopping = false;
  let said = '';
  java.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const ended = new Promise<string>((settle) => {
    java.once('error', (error) => settle(error.message));
    java.once('exit', (code, signal) => settle(`${signal ?? `exit code ${code}`} ${said}`.trim()));
  });
  await writeFile(pidFile(dbPath), String(java.pid));
  const endpoint = `http://127.0.0.1:${port}`;
  const failed = ended.then((why) => {
    throw new Error(
      `DynamoDB Local did not start (${why}). It needs Java 17 or newer with its compiler: run bin/setup.`,
    );
  });
  await Promise.race([answers(endpoint), failed]);
  return {
    endpoint,
    died: new Promise((settle) => {
      void ended.then((why) => {
        if (!stopping) settle(why);
      });
    }),
    async stop() {
      stopping = true;
      java.kill('SIGTERM');
      const late = setTimeout(() => java.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/**
 * An engine that somebody else has started and will end, once it answers.
 * @throws Error in words for a person when it does not
 */
export async function runningDynamo(endpoint: string, readyMs = READY_MS): Promise<LocalDynamo> {
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(endpoint)) {
    throw new Error(
      `DYNAMODB_ENDPOINT is ${JSON.stringify(endpoint)}; set the address of a DynamoDB Local of this machine, such as http://127.0.0.1:8000.`,
    );
  }
  await answers(endpoint, readyMs).catch(() => {
    throw new Error(
      `DYNAMODB_ENDPOINT is ${JSON.stringify(endpoint)}, where nothing answers. Start a DynamoDB Local there, or leave it out, and the service starts one of its own.`,
    );
  });
  return { endpoint, died: new Promise(() => undefined), stop: async () => undefined };
}

/**
 * A child that ends with us even when we are killed, where the system can do that; and that Ctrl-C
 * leaves to us. It is asked to end, not killed: the engine answers writes a moment before they are
 * in its file.
 */
function spawnWithUs(command: string, args: string[]): ChildProcess {
  const tied = process.platform === 'linux' && onPath('setpriv');
  const [file, ...all] = tied
    ? ['setpriv', '--pdeathsig', 'TERM', command, ...args]
    : [command, ...args];
  return spawn(file ?? command, all, {
    cwd: library(),
    env: javaEnvironment(initialEnvironment(process.env)),
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
}

const pidFile = (dbPath: string): string => join(dbPath, 'engine.pid');

/**
 * A killed service leaves its engine behind, for a moment where it is tied to us: its files are
 * free once it has ended.
 */
async function endOrphan(dbPath: string): Promise<void> {
  const pid = Number(await readFile(pidFile(dbPath), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid < 2) return;
  const deadline = Date.now() + STOP_MS;
  while (await isEngine(pid, dbPath)) {
    try {
      process.kill(pid, Date.now() < deadline ? 'SIGTERM' : 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
    await wait(50);
  }
}

async function isEngine(pid: number, dbPath: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return stdout.includes('DynamoDBLocal.jar') && stdout.includes(dbPath);
}

async function answers(endpoint: string, readyMs = READY_MS): Promise<void> {
  const deadline = Date.now() + readyMs;
  for (;;) {
    const up = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (up) return;
    if (Date.now() > deadline) throw new Error('DynamoDB Local does not answer.');
    await wait(50);
  }
}
