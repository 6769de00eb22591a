import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { openRounds } from '../../../layers/app/links/rounds.ts';
import type { MediaTransfer } from '../../../layers/app/ports/links/links.ts';
import { linkService } from '../../support/link-service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
type Place = Parameters<MediaTransfer['transfer']>[1];
let service: On['service'];
let later: On['later'];
let queued: On['queued'];

beforeEach(async () => {
  ({ service, later, queued } = await linkService());
});

const cancel = (orgId: string, jobId: string) =>
  makeCancelJob({ ...service, now: () => service.clock.now })(orgId, jobId);

const storedOf = () =>
  [...service.artifacts.objects.keys()].filter((key) => key.includes('/source/'));

/** Two calls about a link, of which the first is cancelled in the middle of its fetch. */
async function cancelledInTheMiddle() {
  const principal = await service.caller();
  const first = await queued(principal);
  const second = await queued(principal, { detail: 'standard' });
  const transfer = service.web.fetcher.transfer;
  const begun = Promise.withResolvers<void>();
  const notice = Promise.withResolvers<void>();
  const places: Place[] = [];
  service.web.fetcher.transfer = async (...asked) => {
    places.push(asked[1]);
    const fetched = await transfer(...asked);
    if (places.length > 1) return fetched;
    begun.resolve();
    await notice.promise;
    throw new Error('its job was cancelled');
  };
  const ended = service.deliver(first.message).catch(() => undefined);
  await begun.promise;
  await cancel(principal.orgId, first.message.jobId);
  return {
    second,
    places,
    /** Its worker learns that it was cancelled. */
    async learns() {
      notice.resolve();
      await ended;
    },
  };
}

test('what a cancelled fetch left is cleared before another one begins', async () => {
  const { second, places, learns } = await cancelledInTheMiddle();
  const left: string[][] = [];
  service.web.onWait = async () => {
    left.push(storedOf());
    await learns();
    left.push(storedOf());
  };
  await service.deliver(second.message);
  const [first, ...after] = left;
  expect([first?.length, ...after]).toEqual([2, []]);
  expect([places.length, (await second.job()).status]).toEqual([2, 'succeeded']);
  const [, { folder } = { folder: '' }] = places;
  expect(storedOf()).toEqual([`${folder}source`, `${folder}blocks-source`]);
});

test('a cancelled fetch whose worker died stands in the way for the rest of its lease', async () => {
  const { second, places, learns } = await cancelledInTheMiddle();
  let waits = 0;
  service.web.onWait = async () => {
    waits += 1;
    later(1);
  };
  await service.deliver(second.message);
  expect([waits, places.length, (await second.job()).status]).toEqual([30, 2, 'succeeded']);
  await learns();
});

test('a cancelled run that is late leaves the video that another made of what it had stored', async () => {
  const { second, places, learns } = await cancelledInTheMiddle();
  const transfer = service.web.fetcher.transfer;
  service.web.fetcher.transfer = async (found, place, ...more) => {
    const [{ folder } = place] = places;
    return transfer(found, { ...place, folder }, ...more);
  };
  later(31);
  await service.deliver(second.message);
  const stored = storedOf();
  await learns();
  expect([stored.length, storedOf()]).toEqual([2, stored]);
});

test('a run that is late leaves the parts that another goes on from', async () => {
  const { second, places, learns } = await cancelledInTheMiddle();
  const [place] = places;
  if (!place) throw new Error('nothing was fetched');
  const direct = { beginParts: async () => 'upload', parts: async () => [] };
  await (await openRounds({ ...service, direct }, place)).next();
  later(31);
  service.web.rounds = 1;
  await service.deliver(second.message);
  const stored = storedOf();
  await learns();
  expect(storedOf()).toEqual(stored);
});

test('a function of a fetch that was ended has nothing in common with that of the next', async () => {
  const direct = { beginParts: async () => 'upload', parts: async () => [] };
  const passing = 'orgs/o/videos/v/source/fetching/';
  const calls = [];
  for (const run of ['one', 'two']) {
    const place = { folder: `orgs/o/videos/v/source/${run}/`, passing };
    calls.push(await (await openRounds({ ...service, direct }, place)).next());
    await service.artifacts.deletePrefix('orgs/o/');
  }
  const [before, after] = calls.map(({ progress, state, told }) => [progress, state, told]);
  expect(after?.filter((key) => before?.includes(key))).toEqual([]);
  expect([before, after].flat().every((key) => key?.startsWith(passing))).toBe(true);
});
