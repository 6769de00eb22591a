import { createRequire } from 'node:module';
import { dirname } from 'node:path';

// What it says of its types holds for its CommonJS form only.
const { default: Sequencer }: typeof import('@jest/test-sequencer') = createRequire(
  import.meta.url,
)('@jest/test-sequencer');

type Tests = Parameters<(typeof Sequencer)['prototype']['sort']>[0];

/**
 * The suites that take longest, most of them over a minute each: they wait for leases and for other
 * processes, so that as the last ones they would leave the machine idle.
 */
const LONGEST = [
  'e2e/long-reads',
  'e2e/deployed',
  'e2e/long-transcripts',
  'integration/local-service',
  'e2e/web/pages',
  'e2e/links',
  'e2e/snippets',
  'integration/fetch-rounds',
];
/** What starts no process of its own: many short suites, which fill up what is left at the end. */
const SHORT = /\/test\/(unit|arch)\//;

/** Where among the others a suite begins: what has the smallest number is first. */
function rankOf(path: string, place: number): number {
  const among = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  if (among >= 0) return among - LONGEST.length;
  return SHORT.test(path) ? 1 : place;
}

/** For each suite its place among those of its folder, as a part of them. */
function placesOf(paths: readonly string[]): Map<string, number> {
  const folders = Map.groupBy(paths, dirname);
  return new Map(
    [...folders.values()].flatMap((suites) =>
      suites.map((path, i) => [path, (i + 0.5) / suites.length] as const),
    ),
  );
}

/**
 * Where no run has measured how long each suite takes, as in a new clone, the longest ones begin.
 * The others are spread by their folders: suites of one folder decode, those of another wait for a
 * database or for time to pass, and side by side they keep the processors busy.
 */
export default class LongFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const bySize = await super.sort(tests);
    if (bySize.some(({ duration }) => duration !== undefined)) return bySize;
    const places = placesOf(bySize.map(({ path }) => path));
    const rank = ({ path }: Tests[number]): number => rankOf(path, places.get(path) ?? 0);
    return bySize.toSorted((a, b) => rank(a) - rank(b));
  }
}
