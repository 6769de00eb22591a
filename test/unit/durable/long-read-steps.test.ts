import { readSteps } from '../../../functions/durable/long-read/steps.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';

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
