import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { LINK, linkService } from '../../support/link-service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
let service: On['service'];
let later: On['later'];
let balance: On['balance'];
let queued: On['queued'];

beforeEach(async () => {
  ({ service, later, balance, queued } = await linkService());
});

test('a fetch of many rounds is one job, which runs once for each and pays once', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  // More than deliveries that a message has, and than runs that the sweep grants.
  service.web.rounds = 7;
  for (let round = 1; round <= 7; round += 1) {
    // Each delivery is the last of its message: a round is no failure.
    await service.deliver(message, { lastDelivery: true });
    expect([service.messages.pop(), (await job()).status]).toEqual([message, 'running']);
    expect(await service.jobs.find(principal.orgId, message.jobId)).toMatchObject({ attempts: 1 });
    later(1);
  }
  await service.deliver(message);
  expect([await job(), service.messages, service.web.fetches]).toMatchObject([
    { status: 'succeeded', credits_charged: 2 },
    [],
    8,
  ]);
  expect(await balance(principal)).toBe(98);
});

test('a job that waits for the rounds of another leaves its run as well', async () => {
  const principal = await service.caller();
  const first = await queued(principal);
  const second = await queued(principal, { detail: 'standard' });
  service.web.onFetch = async () => {
    service.web.onFetch = async () => undefined;
    service.web.onWait = async () => {
      // The one that fetches holds its job.
      later(20);
      const until = new Date(service.clock.now.getTime() + 30_000);
      await service.runs.extend({ ...first.message, run: holder }, until);
    };
    const holder = (await service.jobs.find(principal.orgId, first.message.jobId))?.run ?? 'nobody';
    await service.deliver(second.message, { lastDelivery: true });
    expect([service.messages.pop(), (await second.job()).status]).toEqual([
      second.message,
      'running',
    ]);
  };
  await service.deliver(first.message);
  await service.deliver(second.message);
  expect([(await first.job()).status, (await second.job()).status]).toEqual([
    'succeeded',
    'succeeded',
  ]);
  expect(service.web.followed).toEqual([LINK]);
});

test('a job that is cancelled between two rounds costs nothing, and what comes next goes on', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  service.web.rounds = 1;
  await service.deliver(message);
  const cancel = makeCancelJob({ ...service, now: () => service.clock.now });
  await cancel(principal.orgId, message.jobId);
  later(1);
  await service.deliver(message);
  expect([(await job()).status, await balance(principal)]).toEqual(['cancelled', 100]);
  const again = await queued(principal);
  await service.deliver(again.message);
  expect((await again.job()).status).toBe('succeeded');
});
