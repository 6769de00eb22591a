import { on } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { SerializableError, Test, TestResult } from '@jest/test-result';
import type { Config } from 'jest-runner';
import { endSuite } from './after-suite.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { describe } from './fail-suite.ts';

/** What a process is asked of each suite. */
export interface SuiteMessage {
  readonly path: string;
  readonly config: Test['context']['config'];
  readonly globalConfig: Config.GlobalConfig;
}

/** What Jest counts of a suite, and its CPU where the system tells it. */
export type SuiteResult = TestResult & { readonly cpuSeconds?: number };

export type SuiteReply = (
  | { readonly result: SuiteResult }
  | { readonly error: SerializableError }
) & {
  /** Whether the process holds so much that what comes next is faster in another one. */
  readonly isFull?: boolean;
};

/** What a process may hold when a suite is over: of a larger heap its upkeep costs more than a start. */
const MOST_BYTES = 450 * 1024 ** 2;

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');

/** What jest-circus asks of a loader, answered by Node's own. */
const loader = {
  /** What a suite declares is kept in a module of circus: each suite has that for itself. */
  requireInternalModule(path: string) {
    delete require.cache[path];
    return require(path);
  },
  requireModule: require,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path: string) => import(pathToFileURL(path).href),
  setGlobalsForRuntime: () => undefined,
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
};
const environment = { global: globalThis };

async function run({ path, config, globalConfig }: SuiteMessage): Promise<SuiteResult> {
  const start = Date.now();
  const cpuAtStart = cpuSeconds();
  const result: TestResult = await circus(globalConfig, config, environment, loader, path);
  const end = Date.now();
  const cpu = cpuSeconds();
  const slow = end - start > config.slowTestThreshold * 1000;
  const { numPassingTests, numFailingTests, numTodoTests } = result;
  return {
    ...result,
    ...(cpu !== undefined && cpuAtStart !== undefined && { cpuSeconds: cpu - cpuAtStart }),
    // What a failed expectation held may be a matcher, which no message to another process can
    // carry. Messages say it all: nobody reads the details.
    testResults: result.testResults.map((one) => ({ ...one, failureDetails: [] })),
    perfStats: { ...result.perfStats, start, end, runtime: end - start, slow },
    skipped: numPassingTests + numFailingTests + numTodoTests === 0,
  };
}

// As many frames as Jest shows.
Error.stackTraceLimit = 100;
const environmentAtStart = { ...process.env };

/** Takes back what the suite before has set for itself. */
function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environmentAtStart);
}

// What suites have left open ends with them.
process.once('disconnect', () => process.exit());
for await (const [message] of on(process, 'message')) {
  restoreEnvironment();
  // A suite that waits for what never comes lets the process end.
  process.channel?.unref();
  const reply = await run(message).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: describe(error) }),
  );
  await endSuite();
  process.channel?.ref();
  const isFull = process.memoryUsage.rss() > MOST_BYTES;
  process.send?.({ ...reply, isFull } satisfies SuiteReply);
}
