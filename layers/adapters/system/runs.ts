import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True when a program can be started and ends well within five seconds. */
export const runs = (file: string, args: readonly string[]): Promise<boolean> =>
  run(file, args, { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
