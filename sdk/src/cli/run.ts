import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import about from '../../package.json' with { type: 'json' };
import { VideoReader } from '../client.ts';
import { VideoReaderError } from '../errors.ts';
import { pause } from '../patience.ts';
import { isAddress } from '../transport.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT, exitCodeOf, UsageError } from './exit-codes.ts';
import { HELP, helpOf } from './help.ts';
import { type Output, output } from './output.ts';
import { accessToken } from './sign-in/credential.ts';
import { signIns } from './sign-in/store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Console {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly environment: Environment;
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a command waits for a service that is not reached or has no time. */
const PATIENCE_MS = 2 * 60_000;

/** Runs the command of a line; answers with its exit code. */
export async function runLine(
  line: readonly string[],
  { stdout, stderr, environment, signal }: Console,
): Promise<number> {
  const out = output(stdout, stderr);
  const [name = '', ...rest] = line;
  const wantsHelp = line.length === 0 || line.includes('--help') || line.includes('-h');
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (wantsHelp) {
    stdout.write(known ? helpOf(name, known) : HELP);
    return EXIT.done;
  }
  if (name === '--version') {
    stdout.write(`${about.version}\n`);
    return EXIT.done;
  }
  try {
    if (known === undefined) {
      const names = Object.keys(COMMANDS).join(', ');
      throw new UsageError(`There is no command ${JSON.stringify(name)}. There are: ${names}.`);
    }
    const { values, positionals } = parsed(known.options, rest);
    const tooMany = positionals[known.takes];
    if (tooMany !== undefined) throw new UsageError(unexpected(name, tooMany, known));
    const client = () => clientOf(environment, out);
    await known.run({ values, args: positionals, out, signal, environment, client });
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    tell(error, out, known === undefined ? '' : ` ${name}`);
    if (line.includes('--json')) out.data(JSON.stringify({ error: errorBody(error) }));
    return exitCodeOf(error);
  }
}

function parsed(options: NonNullable<Parameters<typeof parseArgs>[0]>['options'], args: string[]) {
  try {
    const json = { type: 'boolean' } as const;
    return parseArgs({ args, options: { ...options, json }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A word too many: of an unquoted question or name, or a second file. */
const unexpected = (name: string, word: string, { usage }: Command): string =>
  `${name} does not take ${JSON.stringify(word)}: it takes ${usage}. What has spaces in it stands in quotes.`;

async function clientOf(environment: Environment, out: Output): Promise<VideoReader> {
  const baseUrl = environment['VIDEO_READER_URL'] ?? (await signIns.current());
  if (baseUrl === undefined || !isAddress(baseUrl)) {
    const wrong = baseUrl ? `${JSON.stringify(baseUrl)} is no address of a service. ` : '';
    throw new UsageError(
      `${wrong}Say where the service is: video-reader login https://…, or set VIDEO_READER_URL.`,
    );
  }
  const service = baseUrl.replace(/\/+$/, '');
  const apiKey = environment['VIDEO_READER_API_KEY'] || (() => accessToken(service));
  return new VideoReader({
    baseUrl: service,
    apiKey,
    patienceMs: PATIENCE_MS,
    wait: (ms, signal, why) => {
      // Whoever forgot to start the service does not sit before a command that says nothing.
      if (why?.type === 'connection_failed') out.progress(`${why.message} Trying again`);
      return pause(ms, signal);
    },
  });
}

/** As the interface answers it; of the types of the client and of the command alike. */
function errorBody(error: unknown): object {
  if (!(error instanceof VideoReaderError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: error instanceof UsageError ? 'invalid_request' : 'processing_failed', message };
  }
  const { type, message, suggestion, alternative, reason, jobId, requestId } = error;
  return { type, message, suggestion, alternative, reason, job_id: jobId, request_id: requestId };
}

/** What was wrong, and what to do instead. */
function tell(error: unknown, out: Output, command: string): void {
  if (error instanceof UsageError) {
    out.note(`${error.message}\nSee: video-reader${command} --help`);
  } else if (error instanceof VideoReaderError) {
    out.note(`${error.type}: ${error.message}`);
    if (error.suggestion) out.note(`This would work: ${JSON.stringify(error.suggestion)}`);
    if (error.alternative) out.note(error.alternative);
  } else {
    out.note(error instanceof Error ? error.message : String(error));
  }
}
