import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SerializableError, Test } from '@jest/test-result';
import type {
  CallbackTestRunnerInterface,
  Config,
  OnTestFailure,
  OnTestSuccess,
} from 'jest-runner';
import type { SuiteMessage, SuiteReply } from './suite-process.ts';

/**
 * Runs each suite in a Node process of its own, where Node's loader and its compile cache do what
 * Jest's module registry does again for every suite, in workers that grow from one to the next.
 */
export default class ProcessRunner implements CallbackTestRunnerInterface {
  readonly #globalConfig: Config.GlobalConfig;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig;
  }

  runTests: CallbackTestRunnerInterface['runTests'] = async (
    tests,
    watcher,
    onStart,
    onResult,
    onFailure,
    { serial },
  ) => {
    const waiting = tests.values();
    const work = async () => {
      for (const test of waiting) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        await this.#run(test, onResult, onFailure);
      }
    };
    const atOnce = serial ? 1 : this.#globalConfig.maxWorkers;
    await Promise.all(Array.from({ length: atOnce }, work));
  };

  async #run(test: Test, onResult: OnTestSuccess, onFailure: OnTestFailure): Promise<void> {
    const suite = fork(join(import.meta.dirname, 'suite-process.ts'), {
      // Results hold what JSON does not: undefined, errors, Infinity.
      serialization: 'advanced',
    });
    let reply: SuiteReply | undefined;
    suite.on('message', (message: SuiteReply) => {
      reply = message;
    });
    const { path, context } = test;
    const asked: SuiteMessage = { path, config: context.config, globalConfig: this.#globalConfig };
    suite.send(asked);
    const [code, signal] = await once(suite, 'exit');
    if (reply && 'result' in reply) return onResult(test, reply.result);
    await onFailure(test, reply?.error ?? endedEarly(signal ?? `exit code ${code}`));
  }
}

const endedEarly = (how: string): SerializableError => {
  const message = `The process of the suite ended before its tests (${how}).`;
  return { message, stack: message };
};
