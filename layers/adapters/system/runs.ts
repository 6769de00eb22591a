import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True when a program can be started and ends well within a time. */
export const runs = (file: string, args: readonly string[], timeoutMs = 5_000): Promise<boolean> =>
  run(file, args, { timeout: timeoutMs }).then(
    () => true,
    () => false,
  );

/** What a program prints, without the space around it; null when it cannot be run to its end. */
export const printed = (
  file: string,
  args: readonly string[],
  timeoutMs = 5_000,
): Promise<string | null> =>
  run(file, args, { timeout: timeoutMs }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
