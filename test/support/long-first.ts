import { createRequire } from 'node:module';

// What it says of its types holds for its CommonJS form only.
const { default: Sequencer }: typeof import('@jest/test-sequencer') = createRequire(
  import.meta.url,
)('@jest/test-sequencer');

type Tests = Parameters<(typeof Sequencer)['prototype']['sort']>[0];

const LONG = /\/test\/(e2e|integration)\//;

/**
 * Where no run has measured how long each suite takes, those that start processes begin, and the
 * many short ones fill up what is left at the end.
 */
export default class LongFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const bySize = await super.sort(tests);
    if (bySize.some(({ duration }) => duration !== undefined)) return bySize;
    return [
      ...bySize.filter(({ path }) => LONG.test(path)),
      ...bySize.filter(({ path }) => !LONG.test(path)),
    ];
  }
}
