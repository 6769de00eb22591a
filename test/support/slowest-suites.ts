import type { AggregatedResult, Reporter } from '@jest/reporters';

const SHOWN = 10;

/** Names the suites that took longest, at the end of a run of many. */
export default class SlowestSuites implements Pick<Reporter, 'onRunComplete'> {
  onRunComplete(_: unknown, { testResults }: AggregatedResult): void {
    if (testResults.length <= SHOWN) return;
    const slowest = testResults
      .map(({ testFilePath, perfStats: { start, end } }) => ({ testFilePath, took: end - start }))
      .sort((a, b) => b.took - a.took)
      .slice(0, SHOWN);
    process.stdout.write(`\nThe ${SHOWN} slowest suites:\n`);
    for (const { testFilePath, took } of slowest) {
      const name = testFilePath.slice(testFilePath.lastIndexOf('/test/') + 1);
      process.stdout.write(`${(took / 1000).toFixed(1).padStart(7)} s  ${name}\n`);
    }
  }
}
