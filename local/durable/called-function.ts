import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { CalledFunction } from '../../functions/durable/shapes.ts';
import { initialEnvironment } from '../service/handed-environment.ts';
import { killGroup } from '../service/kill-group.ts';
import type { LocalFunction } from './local-function.ts';
import { ErrorObject } from './operation.ts';

const ENTRY = join(import.meta.dirname, 'called-process.ts');

const Answer = z.union([z.object({ result: z.unknown() }), z.object({ error: ErrorObject })]);

/** A function of which `close` ends what runs. */
export interface ClosedFunction extends LocalFunction {
  readonly close: () => void;
}

interface Settings {
  /** Variables that are no secret, as each process that starts is given them. */
  readonly environment?: () => Promise<NodeJS.ProcessEnv>;
  /** How many processes wait for further invocations, as Lambda has them do. */
  readonly standing?: number;
  /** How far everything else goes before it, as `nice` counts it: 0, the default, not at all. */
  readonly niceness?: number;
}

/**
 * A function without rights on one machine, in processes whose environment holds nothing of the
 * service and neither does their parent's.
 */
export function calledFunction(
  shape: CalledFunction,
  handler: URL,
  { environment = async () => ({}), standing = 1, niceness = 0 }: Settings = {},
): ClosedFunction {
  const { name, timeoutSeconds, concurrency } = shape;
  const running = new Set<ChildProcess>();
  const waiting: ChildProcess[] = [];

  const born = async (): Promise<ChildProcess> => {
    const own = await environment();
    const child = fork(ENTRY, [handler.href], {
      // The leader of a group, with which its decoders are ended.
      detached: true,
      env: { ...initialEnvironment(process.env), ...own },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(child);
    if (child.pid !== undefined && niceness > 0) yieldTo(child.pid, niceness);
    child.once('exit', () => running.delete(child));
    child.once('error', () => running.delete(child));
    return child;
  };
  /** One that waits keeps nobody waiting for it. */
  const rest = (child: ChildProcess): void => {
    child.unref();
    child.channel?.unref();
    waiting.push(child);
  };
  const next = async (): Promise<ChildProcess> => {
    const child = waiting.findLast(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
    waiting.splice(
      0,
      waiting.length,
      ...waiting.filter((one) => one !== child && running.has(one)),
    );
    child?.ref();
    child?.channel?.ref();
    return child ?? born();
  };

  return {
    name,
    timeoutSeconds,
    concurrency,
    async invoke(event, context, signal) {
      const child = await next();
      let isWhole = false;
      const end = () => killGroup(child);
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      try {
        const over = new AbortController();
        const died = once(child, 'exit', { signal: over.signal }).then(([code, killed]) => {
          throw new Error(`${name} ended without an answer (${killed ?? `exit code ${code}`})`);
        });
        died.catch(() => undefined);
        const timeoutMs = context.getRemainingTimeInMillis();
        child.send({ name, timeoutMs, event }, () => undefined);
        const [message]: unknown[] = await Promise.race([once(child, 'message'), died]);
        over.abort();
        const answer = Answer.parse(message);
        isWhole = 'result' in answer && !signal.aborted;
        if ('result' in answer) return answer.result;
        const { ErrorType = 'Error', ErrorMessage } = answer.error;
        throw Object.assign(new Error(ErrorMessage), { name: ErrorType });
      } finally {
        signal.removeEventListener('abort', end);
        if (isWhole && waiting.length < standing) rest(child);
        else end();
      }
    },
    close() {
      for (const child of running) killGroup(child);
    },
  };
}

/** Lets others go before a process that leads a session, and before all that it will start. */
function yieldTo(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended.
  }
  // Where Linux shares cores out by sessions, niceness counts within one only (sched(7)).
  writeFile(`/proc/${pid}/autogroup`, `${niceness}`).catch(() => undefined);
}
