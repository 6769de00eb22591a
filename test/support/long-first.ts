import { createRequire } from 'node:module';

// What it says of its types holds for its CommonJS form only.
const { default: Sequencer }: typeof import('@jest/test-sequencer') = createRequire(
  import.meta.url,
)('@jest/test-sequencer');

type Tests = Parameters<(typeof Sequencer)['prototype']['sort']>[0];

/**
 * The suites that take longest, which is over a minute each: they wait for leases and for other
 * processes, so that as the last ones they would leave the machine idle.
 */
const LONGEST = ['e2e/long-reads', 'e2e/deployed', 'e2e/long-transcripts', 'e2e/links'];
const LONG = /\/test\/(e2e|integration)\//;

/** What begins first has the smallest number. */
function rankOf(path: string): number {
  const place = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  if (place >= 0) return place;
  return LONG.test(path) ? LONGEST.length : LONGEST.length + 1;
}

/**
 * Where no run has measured how long each suite takes, as in a new clone, the longest ones begin,
 * then others that start processes; the many short ones fill up what is left at the end.
 */
export default class LongFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const bySize = await super.sort(tests);
    if (bySize.some(({ duration }) => duration !== undefined)) return bySize;
    return bySize.toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  }
}
