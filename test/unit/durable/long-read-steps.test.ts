import { readSteps } from '../../../functions/durable/long-read/steps.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import { memoryArtifacts } from '../../support/fakes/memory-artifacts.ts';

const run = { orgId: 'org_1', jobId: 'job_1', run: 'run_1' };
const read = { run, place: 'orgs/org_1/place' } as SegmentedRead;
const unused = () => Promise.reject(new Error('not part of this'));

function stepsOf(jobsUnderWay: number) {
  return readSteps({
    artifacts: {
      ...{ get: unused, put: unused, list: unused, signedUrl: unused, deletePrefix: unused },
    },
    direct: { signPut: unused, addressSeconds: unused },
    runs: { extend: unused },
    queue: { send: unused },
    now: () => new Date(0),
    jobsUnderWay: async () => jobsUnderWay,
    ofOrganization: 128,
  });
}

test.each([
  [0, 128],
  [1, 128],
  [3, 42],
  [64, 2],
  [500, 1],
])(
  'with %d jobs of its organization under way, a read has %d segments at once',
  async (jobs, width) => {
    expect(await stepsOf(jobs).width(read)).toBe(width);
  },
);

const SEGMENT = 'orgs/org_1/place/run_1/pictures-start-end/1/segment.json';
const OF_ANOTHER = 'orgs/org_1/place/run_2/pictures-start-end/1/segment.json';
const OUTCOME = 'orgs/org_1/place/outcome.json';
const outcome = { segments: ['run_1/pictures-start-end/1'] };

/** A store in which two runs keep a segment each; the first holds the job, or not any more. */
async function handing(held: { isHeld: boolean }) {
  const artifacts = memoryArtifacts();
  for (const key of [SEGMENT, OF_ANOTHER])
    await artifacts.put(key, new Uint8Array(1), 'text/plain');
  const sent: unknown[] = [];
  const steps = readSteps({
    artifacts,
    direct: { signPut: unused, addressSeconds: unused },
    runs: { extend: async () => held.isHeld },
    queue: { send: async (message) => void sent.push(message) },
    now: () => new Date(0),
    jobsUnderWay: unused,
    ofOrganization: 128,
  });
  return { steps, sent, keys: async () => (await artifacts.list('orgs/org_1/place')).toSorted() };
}

test('what a read gave is handed back with its job', async () => {
  const { steps, sent, keys } = await handing({ isHeld: true });
  await steps.handBack(read, outcome);
  expect(await keys()).toEqual([OUTCOME, SEGMENT, OF_ANOTHER]);
  expect(sent).toEqual([run]);
});

test('a read whose job another run took over leaves the segments of that one alone', async () => {
  const { steps, sent, keys } = await handing({ isHeld: false });
  await steps.handBack(read, outcome);
  expect(await keys()).toEqual([OF_ANOTHER]);
  expect(sent).toEqual([]);
});

test('a read that is handed back once more leaves what the next run draws out of', async () => {
  const held = { isHeld: true };
  const { steps, keys } = await handing(held);
  await steps.handBack(read, outcome);
  held.isHeld = false;
  await steps.handBack(read, outcome);
  expect(await keys()).toEqual([OUTCOME, SEGMENT, OF_ANOTHER]);
});
