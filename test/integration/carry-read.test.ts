import { randomUUID } from 'node:crypto';
import type { DurableContext } from '@aws/durable-execution-sdk-js';
import {
  makeCarryRead,
  type ReadEnd,
  type ReadWork,
} from '../../functions/durable/long-read/carry-read.ts';
import type { SegmentedRead } from '../../layers/app/ports/sources/segmented-reads.ts';
import type { FramesPlan } from '../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../layers/domain/sources/probe.ts';
import { type SegmentPlan, segmentName } from '../../layers/media/segments/segment-plan.ts';
import {
  durable,
  executionsTable,
  ordinary,
  start,
  startDurable,
} from '../support/durable/local-backend.ts';

const pictures = (from: number | null, to: number | null, seek?: number): SegmentPlan => ({
  kind: 'pictures',
  from,
  to,
  tiles: { first: 0, count: 1 },
  readsText: false,
  ...(seek === undefined ? {} : { seek }),
});
const PARTS = [pictures(null, 100), pictures(100, 200), pictures(200, null)];

const foldersOf = (parts: readonly SegmentPlan[]) =>
  Object.fromEntries(parts.map((part) => [segmentName(part), `run_1/${segmentName(part)}/1`]));

interface Ordered {
  readonly kind: 'cut' | 'decode';
  readonly segment?: SegmentPlan;
}

interface Run {
  /** What the decoder answers for a segment, or throws, at its n-th call. */
  readonly decode?: (name: string, call: number) => unknown;
  readonly cut?: () => unknown;
  readonly mend?: ReadWork['mend'];
  /** Whether the job is held, once so many segments were told of. */
  readonly holds?: (told: number) => boolean;
  /** Whether it is time to draw, once so many segments were told of. */
  readonly isReady?: (told: number) => boolean;
}

/** Carries a read to its end with a decoder and steps of the test. */
async function carried({
  decode = () => ({ decoded: true }),
  cut = () => ({ parts: PARTS }),
  mend = async () => null,
  holds = () => true,
  isReady = () => false,
}: Run) {
  const calls: string[] = [];
  const ends: (ReadEnd | 'cleared' | 'handed over')[] = [];
  let told = 0;
  const work: ReadWork = {
    begin: async () => holds(0),
    async tell() {
      told += 1;
      if (!holds(told)) return 'ended';
      return isReady(told) ? 'ready' : 'going on';
    },
    handOver: async () => void ends.push('handed over'),
    width: async () => ({ width: 3, begunMs: 0 }),
    signWanted: async () => 'http://store/w',
    signSource: async () => ({ url: 'http://store/s', tableUrl: 'http://store/t', length: 1 }),
    signPuts: async () => ({}) as Awaited<ReturnType<ReadWork['signPuts']>>,
    mend,
    handBack: async (_, outcome) => void ends.push(outcome),
    clear: async () => void ends.push('cleared'),
  };
  const carry = makeCarryRead({
    work,
    decodeFunction: 'decode',
    soundFunction: 'decode-sound',
    atOnce: 2,
  });
  const sounds: unknown[] = [];
  const backend = await startDurable(
    await executionsTable(),
    (client) => [
      durable('job', client, (read, context: DurableContext) =>
        carry(read as SegmentedRead, context),
      ),
      ordinary('decode', async (order) => {
        const { kind, segment } = order as Ordered;
        if (kind === 'cut') return cut();
        const name = segment ? segmentName(segment) : '';
        calls.push(name);
        return decode(name, calls.filter((one) => one === name).length);
      }),
      ordinary('decode-sound', async (order) => {
        sounds.push((order as Ordered).segment);
        return { decoded: true };
      }),
    ],
    { secondMs: 10, onDefect: () => undefined },
  );
  const read: SegmentedRead = {
    run: { orgId: 'org_1', jobId: 'job_1', run: 'run_1' },
    media: { source_key: 'a', size_bytes: 1 },
    probe: {} as Probe,
    plan: {} as FramesPlan,
    segments: 3,
    readsText: false,
    place: 'place',
  };
  const arn = await start(backend.client, randomUUID(), read);
  const { status } = await (await backend.executions.find(arn)).ended;
  await backend.close();
  return { status, calls, sounds, ends };
}

test('segments are decoded and handed back in their order', async () => {
  expect(await carried({})).toEqual({
    status: 'SUCCEEDED',
    calls: PARTS.map(segmentName),
    sounds: [],
    ends: [{ parts: PARTS, folders: foldersOf(PARTS) }],
  });
});

test('sound is taken out by a function of its own', async () => {
  const parts: SegmentPlan[] = [{ kind: 'sound' }, ...PARTS];
  expect(await carried({ cut: () => ({ parts }) })).toEqual({
    status: 'SUCCEEDED',
    calls: PARTS.map(segmentName),
    sounds: [{ kind: 'sound' }],
    ends: [{ parts, folders: foldersOf(parts) }],
  });
});

test('a segment that failed is decoded again, in a folder of its own', async () => {
  const { ends } = await carried({
    decode(name, call) {
      if (name === 'pictures-100-200' && call < 3) throw new Error('killed');
      return { decoded: true };
    },
  });
  const folders = { ...foldersOf(PARTS), 'pictures-100-200': 'run_1/pictures-100-200/3' };
  expect(ends).toEqual([{ parts: PARTS, folders }]);
});

test('a segment that fails three times ends the read', async () => {
  const { calls, ends } = await carried({
    decode(name) {
      if (name === 'pictures-100-200') throw new Error('killed');
      return { decoded: true };
    },
  });
  expect(calls.filter((name) => name === 'pictures-100-200')).toHaveLength(3);
  expect(ends).toEqual([{ failed: true }]);
});

test.each(['cut', 'decode'])('a file that is refused at its %s is read in one', async (when) => {
  const refused = { refused: { type: 'no_video_stream', message: 'no picture' } };
  const { ends } = await carried(
    when === 'cut' ? { cut: () => refused } : { decode: () => refused },
  );
  expect(ends).toEqual([{ refused: true }]);
});

test('what no decoder may say is no refusal', async () => {
  const refused = { refused: { type: 'insufficient_credits', message: 'Buy more.' } };
  const { calls, ends } = await carried({
    // Of one alone: another that fails three times first ends the read before this one has.
    decode: (name) => (name === 'pictures-100-200' ? refused : { decoded: true }),
  });
  expect(calls.filter((name) => name === 'pictures-100-200')).toHaveLength(3);
  expect(ends).toEqual([{ failed: true }]);
});

test('a part whose cut does not hold is decoded anew, and no other', async () => {
  const again = [pictures(null, 100), pictures(100, 200, 3), pictures(200, null)];
  const { calls, ends } = await carried({
    // Steps keep what they give as JSON.
    mend: async (_, parts) =>
      parts.some((part) => segmentName(part).endsWith('-again')) ? null : again,
  });
  expect(calls).toEqual([...PARTS.map(segmentName), 'pictures-100-200-again']);
  expect(ends).toEqual([{ parts: again, folders: foldersOf([...PARTS, ...again]) }]);
});

test('a read is handed over while its last segments are decoded, and whole in the end', async () => {
  // One look before the cut, and one before and one after each segment.
  const { ends } = await carried({ isReady: (told) => told === 4 });
  expect(ends).toEqual(['handed over', { parts: PARTS, folders: foldersOf(PARTS) }]);
});

test('what was decoded for a job that has ended is cleared away', async () => {
  const { ends } = await carried({ holds: (told) => told < 3 });
  expect(ends).toEqual(['cleared']);
});
