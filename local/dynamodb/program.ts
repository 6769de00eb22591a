import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { classArchive } from './class-archive.ts';
import { JAR, javaEnvironment, library } from './packaged-engine.ts';

const NAME = 'SignedDynamoDb';
const SOURCE = join(import.meta.dirname, `${NAME}.java`);
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/dynamodb');
const LIBRARIES = 'DynamoDBLocal_lib/*';

/** What Java is told to run in the folder of the engine, before the engine's own arguments. */
export async function program(maxHeapMb: number): Promise<string[]> {
  const common = [
    `-Xmx${maxHeapMb}m`,
    '-XX:+UseSerialGC',
    // Started often and never busy for long: the second compiler costs more than it brings.
    '-XX:TieredStopAtLevel=1',
    '-Djava.library.path=./DynamoDBLocal_lib',
  ];
  const compiledJar = await compiled().catch(() => undefined);
  // Compiled in memory, which takes a second at every start. What is wrong with it, Java says.
  if (compiledJar === undefined) return [...common, '-cp', JAR, SOURCE];
  const run = [
    ...common,
    // As a module, whose manifest nobody reads: it puts a folder on the path of classes, and Java
    // keeps no archive of classes that a folder may hold.
    ...['--module-path', JAR, '--add-modules', 'DynamoDBLocal'],
    // A relative path: the archive knows the jar by it, wherever the project is moved to.
    ...['-cp', [relative(library(), compiledJar), LIBRARIES].join(delimiter), NAME],
  ];
  const archive = await classArchive(compiledJar, run).catch(() => undefined);
  return archive === undefined ? run : [`-XX:SharedArchiveFile=${archive}`, ...run];
}

/** The compiled program as a jar: compiled once for each version of its source. */
async function compiled(): Promise<string> {
  const digest = createHash('sha256').update(await readFile(SOURCE));
  const made = join(CACHE, `${digest.digest('hex').slice(0, 16)}.jar`);
  if (existsSync(made)) return made;
  await mkdir(CACHE, { recursive: true });
  const making = await mkdtemp(join(CACHE, 'making-'));
  const classes = join(making, 'classes');
  const jar = join(making, 'program.jar');
  // A runtime without the commands `javac` and `jar` still has what they run.
  const tool = (main: string, ...args: string[]) =>
    promisify(execFile)('java', ['-m', main, ...args], {
      cwd: library(),
      env: javaEnvironment(process.env),
    });
  try {
    const path = [JAR, LIBRARIES].join(delimiter);
    const javac = ['--release', '17', '-cp', path, '-d', classes, SOURCE];
    await tool('jdk.compiler/com.sun.tools.javac.Main', ...javac);
    await tool('jdk.jartool/sun.tools.jar.Main', '-c', '-f', jar, '-C', classes, '.');
    await link(jar, made);
  } catch (error) {
    // Another process was first, and may use its jar already.
    if (!existsSync(made)) throw error;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return made;
}
