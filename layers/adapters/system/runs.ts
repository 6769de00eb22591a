import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5_000;

/** True when a program can be started and ends well within a time. */
export const runs = (file: string, args: readonly string[]): Promise<boolean> =>
  run(file, args, { timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  );

/** What a program prints, without the space around it; null when it cannot be run to its end. */
export const printed = (
  file: string,
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<string | null> =>
  run(file, args, { timeout: timeoutMs }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
