import { followSegments, ReadInOne } from '../../../../layers/app/frames/follow-segments.ts';
import {
  type DecodedSegments,
  outcomeKey,
  type SegmentedOutcome,
} from '../../../../layers/app/ports/sources/segmented-reads.ts';
import type { JobProgress } from '../../../../layers/domain/jobs/job.ts';
import { memoryArtifacts } from '../../../support/fakes/memory-artifacts.ts';

const PLACE = 'orgs/org_1/place';
const begun: DecodedSegments = {
  run: 'run_1',
  pictures: ['a'],
  isWhole: false,
  done: 1,
  of: 4,
};

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Follows a read whose outcome is another one at each look. */
function following(decoded: DecodedSegments, ...outcomes: SegmentedOutcome[]) {
  const artifacts = memoryArtifacts();
  const pauses: number[] = [];
  const told: JobProgress[] = [];
  const wait = async (ms: number) => {
    pauses.push(ms);
    const next = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    await artifacts.put(outcomeKey(PLACE), Buffer.from(JSON.stringify(next)), 'application/json');
  };
  const { signal } = new AbortController();
  const folders = followSegments(
    { artifacts, wait, report: (progress) => told.push(progress) },
    { place: PLACE, decoded },
    signal,
  );
  return { ...folders, pauses, told };
}

test('folders come as they are decoded, and what is decoded is told', async () => {
  const { sound, pictures, told } = following(
    { ...begun, sound: null },
    { ...begun, done: 2, sound: 's' },
    { ...begun, done: 3, sound: 's', pictures: ['a', 'b'] },
    { ...begun, done: 4, sound: 's', pictures: ['a', 'b', 'c'], isWhole: true },
  );
  expect(await collected(pictures)).toEqual(['a', 'b', 'c']);
  expect(await sound).toBe('s');
  expect(told).toEqual([2, 3, 4].map((done) => ({ stage: 'decoding', done, of: 4 })));
});

test('looks become rarer while nothing comes, and frequent again when something did', async () => {
  const { pictures, pauses } = following(
    begun,
    ...Array.from({ length: 7 }, () => begun),
    { ...begun, done: 2 },
    { ...begun, done: 4, pictures: ['a', 'b'], isWhole: true },
  );
  await collected(pictures);
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000, 4000, 250]);
});

test('a read that turns out to be refused is read in one, and one that failed ends its job', async () => {
  const refused = following(begun, { run: 'run_1', refused: true });
  await expect(collected(refused.pictures)).rejects.toThrow(ReadInOne);
  const failed = following(begun, { run: 'run_1', failed: true });
  await expect(collected(failed.pictures)).rejects.toMatchObject({
    type: 'processing_failed',
  });
});
