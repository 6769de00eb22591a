import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import type { ForeignProxy } from './binaries.ts';
import { tellsOfLostInput } from './lost-input.ts';
import { lines } from './pipes.ts';

/** Resident memory at which a decoder is killed, in bytes. */
export const MAX_RESIDENT_BYTES = 1024 ** 3;
const WATCH_INTERVAL_MS = 250;
/** A decoder that takes no time of any core for so long does not go on by itself. */
const MAX_STILL_MS = 120_000;
const PAGE_BYTES = 4096;
const TAIL_CHARACTERS = 4000;
const STANDARD_OUTPUT = 1;

/** Signals by which a program ends itself: what a file may do to its decoder. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set<NodeJS.Signals>([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
]);

/** What ffmpeg says when it is asked to end: it then writes what it has, as if that were all. */
const INTERRUPTED = /Exiting normally, received signal \d+/;

export interface Tool {
  /** The pipe that the tool writes as `pipe:<fd>`; 1 is its standard output. */
  pipe(fd: number): Readable;
  /** The pipe that the tool reads as `pipe:<fd>`, from 3 on. */
  input(fd: number): Writable;
  /**
   * What the tool says, line by line, to be taken once and to its end: nothing else tells that its
   * input is lost, or that somebody else ended it.
   * @throws SourceFault, from the end of the iteration, when the tool lost the connection to a
   * source of ours, stood still, or was ended by a signal that was neither ours nor a crash of its
   * own
   */
  messages(): AsyncGenerator<string>;
  /** Resolves when the tool has ended and all its pipes are closed. */
  readonly ended: Promise<{ readonly code: number | null; readonly killedForMemory: boolean }>;
  kill(): void;
}

/**
 * Starts ffmpeg or ffprobe with nothing of our environment: a hostile file that takes over the
 * decoder finds no credentials in it.
 * @param binary an absolute path: without an environment there is no PATH to search
 * @param proxy what the tool opens addresses through; the only thing it learns of its surroundings
 * @param pipes how many pipes beside stdin are opened: 2 for stdout and stderr, 3 adds `pipe:3`, …
 */
export function startTool(
  binary: string,
  args: readonly string[],
  {
    pipes,
    signal,
    proxy,
    maxResidentBytes = MAX_RESIDENT_BYTES,
    maxStillMs = MAX_STILL_MS,
  }: {
    pipes: number;
    signal: AbortSignal;
    proxy?: ForeignProxy | undefined;
    maxResidentBytes?: number;
    maxStillMs?: number;
  },
): Tool {
  signal.throwIfAborted();
  const child = spawn(binary, args, {
    env: proxy ? { http_proxy: proxy.url } : {},
    cwd: tmpdir(),
    stdio: ['ignore', ...Array.from({ length: pipes }, () => 'pipe' as const)],
  });
  let isOurs = false;
  const kill = () => {
    isOurs = true;
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill, { once: true });

  let killedForMemory = false;
  // One that opens foreign addresses, or is fed by us, may wait for somebody else.
  let mayWait = proxy !== undefined;
  let ticks = 0;
  let stillMs = 0;
  const standsStill = () => stillMs >= maxStillMs && !mayWait;
  const watch = setInterval(async () => {
    const seen = await seenOf(child.pid);
    if (!seen) return;
    if (seen.residentBytes > maxResidentBytes) killedForMemory = true;
    // Counted by our own turns: a machine that slept has not waited for it.
    stillMs = seen.ticks === ticks ? stillMs + WATCH_INTERVAL_MS : 0;
    ticks = seen.ticks;
    if (killedForMemory || standsStill()) kill();
  }, WATCH_INTERVAL_MS);

  const ended = new Promise<{ code: number | null; killedForMemory: boolean }>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, killedForMemory }));
    },
  ).finally(() => {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
  });
  // Whoever awaits it later still sees the rejection; until then it is not an unhandled one.
  ended.catch(() => {});
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (_, by) => resolve(by));
  });
  const pipe = (fd: number) => child.stdio[fd] as Readable;
  const input = (fd: number) => {
    mayWait = true;
    const pipe = child.stdio[fd] as Writable;
    // Also after its last byte was written: a tool that ends early has not read all of them.
    return pipe.on('error', () => undefined);
  };
  async function* messages(): AsyncGenerator<string> {
    let isLost = false;
    let isInterrupted = false;
    for await (const line of lines(pipe(2))) {
      isInterrupted ||= INTERRUPTED.test(line);
      // What a foreign address does is told by whoever opened it.
      if (!proxy && !isLost && tellsOfLostInput(line)) {
        isLost = true;
        kill();
      }
      yield line;
    }
    if (isLost) throw new SourceFault('a decoder lost its connection to the source');
    if (standsStill()) throw new SourceFault('a decoder stood still');
    const by = await exited;
    if (!isOurs && (isInterrupted || (by !== null && !CRASHES.has(by)))) {
      throw new SourceFault(`a decoder was ended from outside (${by ?? 'interrupted'})`);
    }
  }
  return { pipe, input, messages, ended, kill };
}

/** What Linux tells of a process, see proc_pid_stat(5); elsewhere none is watched. */
async function seenOf(pid: number | undefined) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // From its third field on: the second is a name, which may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [userTicks, systemTicks, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return {
      ticks: (userTicks ?? 0) + (systemTicks ?? 0),
      residentBytes: (pages ?? 0) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}

/** What a tool that was run to its end gave. */
interface Ran {
  /** Null when it was killed, by us or by a crash of its own. */
  readonly code: number | null;
  readonly output: Buffer;
  /** The last of what it said. */
  readonly messages: string;
  /** Why we killed it; what it gave is then not all. */
  readonly killedFor: 'memory' | 'output' | undefined;
}

interface Running {
  readonly signal: AbortSignal;
  /** Of each output. */
  readonly maxBytes: number;
  readonly proxy?: ForeignProxy | undefined;
  /** Takes each line that the tool says. */
  readonly hear?: (line: string) => void;
}

/** Collects a tool's standard output to its end. */
export async function runTool(
  binary: string,
  args: readonly string[],
  running: Running,
): Promise<Ran> {
  const { outputs, ...ran } = await runToPipes(binary, args, [STANDARD_OUTPUT], running);
  return { ...ran, output: Buffer.concat(outputs) };
}

/** Collects what a tool writes to each of several pipes, `pipe:<fd>`, to its end. */
export async function runToPipes(
  binary: string,
  args: readonly string[],
  fds: readonly number[],
  { signal, maxBytes, proxy, hear }: Running,
): Promise<Omit<Ran, 'output'> & { readonly outputs: readonly Buffer[] }> {
  const tool = startTool(binary, args, { pipes: Math.max(2, ...fds), signal, proxy });
  const [collected, messages, { code, killedForMemory }] = await Promise.all([
    Promise.all(fds.map((fd) => collect(tool.pipe(fd), maxBytes, tool))),
    tailOf(tool, hear),
    tool.ended,
  ]);
  signal.throwIfAborted();
  const isCut = collected.some((one) => one.isCut);
  const killedFor = killedForMemory ? 'memory' : isCut ? 'output' : undefined;
  return { code, outputs: collected.map(({ output }) => output), messages, killedFor };
}

async function collect(
  stream: Readable,
  maxBytes: number,
  tool: Tool,
): Promise<{ output: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      isCut = true;
      tool.kill();
      break;
    }
    chunks.push(chunk);
  }
  return { output: Buffer.concat(chunks), isCut };
}

/** The last of what a tool says; the rest is let go. */
export async function tailOf(
  tool: Pick<Tool, 'messages'>,
  hear: (line: string) => void = () => undefined,
): Promise<string> {
  let tail = '';
  for await (const line of tool.messages()) {
    hear(line);
    tail = `${tail}${line}\n`.slice(-TAIL_CHARACTERS);
  }
  return tail;
}
