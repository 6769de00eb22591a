import type { Cutting } from '../../../functions/durable/long-read/carry-read.ts';
import { readSteps } from '../../../functions/durable/long-read/steps.ts';
import { segmentedOutcome } from '../../../layers/app/frames/follow-segments.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import type { JobRecord } from '../../../layers/domain/jobs/job-record.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { memoryArtifacts } from '../../support/fakes/memory-artifacts.ts';

const run = { orgId: 'org_1', jobId: 'job_1', run: 'run_1' };
const PLACE = 'orgs/org_1/place';
/** Ten seconds of a thousand frames each, whose merging takes 2.8 s. */
const read = {
  run,
  place: PLACE,
  segments: 3,
  probe: { picture: { rate: [1000, 1] } },
  plan: { covered: [0, 10], rate: [1, 1] },
} as unknown as SegmentedRead;
const unused = () => Promise.reject(new Error('not part of this'));

const pictures = (from: number | null, to: number | null): SegmentPlan => ({
  kind: 'pictures',
  from,
  to,
  tiles: { first: 0, count: 1 },
  readsText: false,
});
const SOUND: SegmentPlan = { kind: 'sound' };
const PARTS = [SOUND, pictures(null, 100), pictures(100, 200), pictures(200, null)];
const cutting: Cutting = { parts: PARTS, planned: PARTS.map(segmentName), begunMs: 0 };
const folderOf = (segment: SegmentPlan) => `run_1/${segmentName(segment)}/1`;

function recordOf(segment: SegmentPlan): object {
  if (segment.kind !== 'pictures') {
    return { version: 5, segment, pieces: 0, holes: [], jumps: [], hasFault: false, unheard: null };
  }
  const { from, to } = segment;
  return {
    version: 5,
    segment,
    seek: null,
    firstKey: from,
    pts: [from ?? 0],
    keys: [0],
    faults: [],
    spoilt: [],
    torn: [],
    sizes: [],
    faultsBefore: 0,
    faultsBehind: 0,
    behind: [],
    framesAtTile: [1],
    small: 1,
    text: [],
    last: null,
    head: from === null ? [] : [[from - 1, 'digest']],
    tail: to === null ? [] : [[to - 1, 'digest']],
  };
}

interface World {
  /** Run that holds the job. */
  heldBy: string;
  status: JobRecord['status'];
  seconds: number;
}

/** A read whose job is held as the test says, and a store for what is decoded. */
function world(waitingIsFree = false) {
  const state: World = { heldBy: run.run, status: 'running', seconds: 100 };
  const artifacts = memoryArtifacts();
  const sent: unknown[] = [];
  const steps = readSteps({
    artifacts,
    direct: { signPut: unused, addressSeconds: unused },
    runs: { extend: async (by) => state.status === 'running' && by.run === state.heldBy },
    jobs: { find: async () => ({ status: state.status }) as JobRecord },
    queue: { name: 'merge', send: async (message) => void sent.push(message) },
    now: () => new Date(state.seconds * 1000),
    jobsUnderWay: unused,
    ofOrganization: 128,
    waitingIsFree,
  } as Parameters<typeof readSteps>[0]);
  const decode = async (...segments: SegmentPlan[]) => {
    for (const segment of segments) {
      const bytes = new TextEncoder().encode(JSON.stringify(recordOf(segment)));
      await artifacts.put(`${PLACE}/${folderOf(segment)}/segment.json`, bytes, 'text/plain');
    }
  };
  return {
    state,
    artifacts,
    steps,
    sent,
    decode,
    outcome: () => segmentedOutcome(artifacts, PLACE),
    keys: () => artifacts.list(PLACE),
  };
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
    const steps = readSteps({
      jobsUnderWay: async () => jobs,
      ofOrganization: 128,
      now: () => new Date(0),
    } as unknown as Parameters<typeof readSteps>[0]);
    expect(await steps.width(read)).toEqual({ width, begunMs: 0 });
  },
);

test('a read is ready to be drawn when what is left takes no longer than drawing', async () => {
  const { steps, decode, state, sent, outcome } = world();
  expect(await steps.tell(read, cutting)).toBe('going on');
  await decode(PARTS[1] as SegmentPlan);
  expect(await steps.tell(read, cutting)).toBe('going on');
  // Two segments are left; at a second each they take less than the 2.8 s of merging.
  state.seconds = 1;
  expect(await steps.tell(read, cutting)).toBe('ready');
  await steps.handOver(read, cutting);
  expect(sent).toEqual([run]);
  expect(await outcome()).toEqual({
    run: 'run_1',
    sound: null,
    pictures: [folderOf(PARTS[1] as SegmentPlan)],
    isWhole: false,
    done: 1,
    of: 4,
  });
});

test('where waiting is free it is ready at its first segment', async () => {
  const { steps, decode } = world(true);
  await decode(SOUND);
  expect(await steps.tell(read, cutting)).toBe('going on');
  await decode(PARTS[1] as SegmentPlan);
  expect(await steps.tell(read, cutting)).toBe('ready');
});

test('while it is drawn, segments are told of in their order, and its job is queued once', async () => {
  const { steps, decode, state, sent, outcome } = world();
  const [, first, second, third] = PARTS as [SegmentPlan, SegmentPlan, SegmentPlan, SegmentPlan];
  await decode(first);
  await steps.handOver(read, cutting);
  state.heldBy = 'run_2';
  await decode(third, SOUND);
  expect(await steps.tell(read, cutting)).toBe('going on');
  expect(await outcome()).toMatchObject({
    sound: folderOf(SOUND),
    pictures: [folderOf(first)],
    done: 3,
  });
  await decode(second);
  expect(await steps.tell(read, cutting)).toBe('going on');
  expect(await outcome()).toMatchObject({ pictures: [first, second, third].map(folderOf) });
  const folders = Object.fromEntries(PARTS.map((part) => [segmentName(part), folderOf(part)]));
  await steps.handBack(read, { parts: PARTS, folders });
  expect(await outcome()).toMatchObject({ isWhole: true, done: 4, of: 4 });
  expect(sent).toEqual([run]);
});

test('a job that is cancelled while it is drawn has its segments cleared away', async () => {
  const { steps, decode, state, keys } = world();
  await decode(PARTS[1] as SegmentPlan);
  await steps.handOver(read, cutting);
  state.heldBy = 'run_2';
  state.status = 'cancelled';
  expect(await steps.tell(read, cutting)).toBe('ended');
  await steps.clear(read);
  expect(await keys()).toEqual([]);
});

const OF_ANOTHER = `${PLACE}/run_2/pictures-start-end/1/segment.json`;

test('a read whose job another run took over leaves the segments of that one alone', async () => {
  const { steps, artifacts, decode, state, sent, keys } = world();
  await decode(...PARTS);
  await artifacts.put(OF_ANOTHER, new Uint8Array(1), 'text/plain');
  state.heldBy = 'run_2';
  expect(await steps.tell(read, cutting)).toBe('ended');
  await steps.handBack(read, { failed: true });
  expect(await keys()).toEqual([OF_ANOTHER]);
  expect(sent).toEqual([]);
});

test('a read that is handed back once more leaves what the next run draws out of', async () => {
  const { steps, decode, state, keys, sent } = world();
  await decode(...PARTS);
  const folders = Object.fromEntries(PARTS.map((part) => [segmentName(part), folderOf(part)]));
  await steps.handBack(read, { parts: PARTS, folders });
  const kept = await keys();
  state.heldBy = 'run_2';
  await steps.handBack(read, { parts: PARTS, folders });
  expect(await keys()).toEqual(kept);
  expect(kept).toContain(`${PLACE}/outcome.json`);
  expect(sent).toEqual([run]);
});

test('what decoders look for is there from the beginning, unless the job has ended', async () => {
  const { steps, keys, state } = world();
  expect(await steps.begin(read)).toBe(true);
  expect(await keys()).toEqual([`${PLACE}/run_1/wanted`]);
  state.status = 'cancelled';
  expect(await steps.begin(read)).toBe(false);
});
