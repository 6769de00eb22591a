import type { Test } from '@jest/test-result';
import type {
  CallbackTestRunnerInterface,
  Config,
  OnTestFailure,
  OnTestSuccess,
} from 'jest-runner';
import { Suites } from './suites.ts';

/**
 * Runs suites in Node processes, where Node's loader and its compile cache do what Jest's module
 * registry does again for every suite. Suites of a project with `ownProcess` have one each; the
 * others share those of their workers, and the modules in them, until such a process is full.
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
      let shared: Suites | undefined;
      for (const test of waiting) {
        if (watcher.isInterrupted()) break;
        await onStart(test);
        if (test.context.config.testEnvironmentOptions['ownProcess']) {
          const own = new Suites();
          await this.#run(own, test, onResult, onFailure);
          await own.end();
        } else {
          if (!shared?.isThere) shared = new Suites();
          const isFull = await this.#run(shared, test, onResult, onFailure);
          if (isFull) await shared.end();
        }
      }
      await shared?.end();
    };
    const atOnce = serial ? 1 : this.#globalConfig.maxWorkers;
    await Promise.all(Array.from({ length: atOnce }, work));
  };

  async #run(
    suites: Suites,
    test: Test,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
  ): Promise<boolean> {
    const { path, context } = test;
    const reply = await suites.run({
      path,
      config: context.config,
      globalConfig: this.#globalConfig,
    });
    if ('result' in reply) await onResult(test, reply.result);
    else await onFailure(test, reply.error);
    // A suite that failed as a whole may be about to end its process.
    return 'error' in reply || reply.isFull === true;
  }
}
