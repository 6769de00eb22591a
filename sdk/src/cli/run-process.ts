import { EXIT } from './exit-codes.ts';
import { runLine } from './run.ts';

/** Runs the command that this process was started with, and ends it with the code of its outcome. */
export async function runProcess(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const interruption = new AbortController();
  // The second time the process ends at once.
  process.once('SIGINT', () => interruption.abort());
  const { stdout, stderr, argv } = process;
  // Nobody reads on, or nothing more can be written: what is left would be made, and paid, in vain.
  stdout.once('error', (error) => process.exit(unwritten(error, (line) => stderr.write(line))));
  stderr.once('error', (error) => process.exit(unwritten(error)));
  const { signal } = interruption;
  process.exitCode = await runLine(argv.slice(2), { stdout, stderr, environment, signal });
}

/** The code of a process whose output is not taken; whoever closed it on purpose is told nothing. */
function unwritten(
  { code, message }: NodeJS.ErrnoException,
  tell: (line: string) => void = () => undefined,
): number {
  if (code === 'EPIPE') return EXIT.unread;
  tell(`The answer cannot be written: ${message}\n`);
  return EXIT.failed;
}
