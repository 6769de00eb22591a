import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * An archive of the classes that the engine loads, from which Java starts it in half the time: made
 * by one start, for each Java, and kept beside the jar of the program. Where the jars or the Java
 * are no longer those that it was made with, Java starts without it.
 * @param run what Java is told to run, in the folder of the engine
 * @returns the file's path, or undefined where this Java makes none
 */
export async function classArchive(
  jar: string,
  run: readonly string[],
): Promise<string | undefined> {
  const made = `${jar.slice(0, -'.jar'.length)}-${await javaDigest()}.jsa`;
  if (!existsSync(made)) await make(made, run);
  return (await stat(made)).size > 0 ? made : undefined;
}

/** Tells the Java on the path from others, and from itself after an upgrade in the same place. */
async function javaDigest(): Promise<string> {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .find((file) => existsSync(file));
  const java = found === undefined ? 'java' : await realpath(found);
  const changed = found === undefined ? 0 : (await stat(java)).mtimeMs;
  return createHash('sha256').update(`${java} ${changed}`).digest('hex').slice(0, 16);
}

async function make(made: string, run: readonly string[]): Promise<void> {
  const making = `${made}.${process.pid}`;
  try {
    // Loaded only here: every other start does without.
    const { trainEngine } = await import('./train-engine.ts');
    await trainEngine([`-XX:ArchiveClassesAtExit=${making}`, ...run]);
    await rename(making, made);
  } catch {
    // An empty file keeps the next start from trying again.
    await rm(making, { force: true });
    await writeFile(made, '');
  }
}
