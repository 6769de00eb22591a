import { runLine } from './run.ts';

/** Runs the command that this process was started with, and ends it with the code of its outcome. */
export async function runProcess(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const interruption = new AbortController();
  // The second time the process ends at once.
  process.once('SIGINT', () => interruption.abort());
  const { stdout, stderr, argv } = process;
  const { signal } = interruption;
  process.exitCode = await runLine(argv.slice(2), { stdout, stderr, environment, signal });
}
