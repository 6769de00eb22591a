import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SerializableError } from '@jest/test-result';
import type { SuiteMessage, SuiteReply } from './suite-process.ts';

/**
 * Of what a suite makes, little stays. With half as much room, as Node has by itself, it is gone
 * through twice as often, which took 6 % of the CPU of suites that decode.
 */
const YOUNG_MB = 32;

/** A Node process that runs suites, one after the other, until one of them ends it. */
export class Suites {
  readonly #process: ChildProcess = fork(join(import.meta.dirname, 'suite-process.ts'), {
    // Results hold what JSON does not: undefined, errors, Infinity.
    serialization: 'advanced',
    execArgv: [`--max-semi-space-size=${YOUNG_MB}`],
  });

  /** False once the process has ended. */
  get isThere(): boolean {
    const { connected, exitCode, signalCode } = this.#process;
    return connected && exitCode === null && signalCode === null;
  }

  async run(suite: SuiteMessage): Promise<SuiteReply> {
    const answered = new AbortController();
    const { signal } = answered;
    try {
      return await Promise.race([
        once(this.#process, 'message', { signal }).then(([reply]): SuiteReply => reply),
        once(this.#process, 'exit', { signal }).then(
          ([code, by]): SuiteReply => ({ error: endedEarly(by ?? `exit code ${code}`) }),
        ),
        this.#sent(suite),
      ]);
    } finally {
      answered.abort();
    }
  }

  /** Resolves only where the process cannot be asked any more. */
  #sent(suite: SuiteMessage): Promise<SuiteReply> {
    return new Promise((resolve) => {
      this.#process.send(suite, (error) => {
        if (error) resolve({ error: endedEarly(error.message) });
      });
    });
  }

  async end(): Promise<void> {
    if (!this.isThere) return;
    const exited = once(this.#process, 'exit');
    this.#process.disconnect();
    await exited;
  }
}

const endedEarly = (how: string): SerializableError => {
  const message = `The process of the suite ended before its tests (${how}).`;
  return { message, stack: message };
};
