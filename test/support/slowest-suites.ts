import type { AggregatedResult, Reporter } from '@jest/reporters';
import type { SuiteResult } from './runner/suite-process.ts';

const SHOWN = 10;

interface Suite {
  readonly name: string;
  readonly took: number;
  readonly cpu: number | undefined;
}

/**
 * Names the suites that took longest, at the end of a run of many, and those that kept the
 * processors longest: where these are busy all the time, only the latter make a run shorter.
 */
export default class SlowestSuites implements Pick<Reporter, 'onRunComplete'> {
  onRunComplete(_: unknown, { testResults }: AggregatedResult): void {
    if (testResults.length <= SHOWN) return;
    const suites = testResults.map(suiteOf);
    say(`The ${SHOWN} slowest suites`, 's', suites, ({ took }) => took);
    if (suites.some(({ cpu }) => cpu !== undefined)) {
      say(`The ${SHOWN} that cost most`, 's of CPU', suites, ({ cpu = 0 }) => cpu);
    }
  }
}

function suiteOf(result: SuiteResult): Suite {
  const { testFilePath, perfStats, cpuSeconds } = result;
  return {
    name: testFilePath.slice(testFilePath.lastIndexOf('/test/') + 1),
    took: (perfStats.end - perfStats.start) / 1000,
    cpu: cpuSeconds,
  };
}

function say(
  what: string,
  unit: string,
  suites: readonly Suite[],
  secondsOf: (suite: Suite) => number,
): void {
  process.stdout.write(`\n${what}:\n`);
  for (const suite of suites.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN)) {
    process.stdout.write(`${secondsOf(suite).toFixed(1).padStart(7)} ${unit}  ${suite.name}\n`);
  }
}
