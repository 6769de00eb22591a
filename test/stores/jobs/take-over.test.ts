import { dynamoDueJobs } from '../../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { holdElsewhere } from '../../../layers/app/jobs/hold-elsewhere.ts';
import { LEASE_SECONDS } from '../../../layers/app/jobs/run-job.ts';
import { makeSweepJobs } from '../../../layers/app/jobs/sweep-jobs.ts';
import { makeTakeOver } from '../../../layers/app/jobs/take-over.ts';
import { ATTEMPT_MS } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { makeSweepDeliveries } from '../../../layers/app/webhooks/sweep-deliveries.ts';
import { deliveryIdOf } from '../../../layers/domain/webhooks/webhook-delivery.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

const now = () => service.clock.now;
const inMs = (ms: number) => new Date(now().getTime() + ms);
const dueJobs = () => dynamoDueJobs(tables.db, tables.records);
const deliveries = () => dynamoDeliveries(tables.db, tables.records);
const takeOver = () =>
  makeTakeOver({ dueJobs: dueJobs(), runs: service.runs, deliveries: deliveries(), now })();
const sweepJobs = () =>
  makeSweepJobs({
    dueJobs: dueJobs(),
    runs: service.runs,
    readyJobs: service.readyJobs,
    queue: { send: async (message) => void service.messages.push(message) },
    waiting: async () => service.messages.length,
    now,
    maxRuns: 3,
  })();
const sweepDeliveries = () =>
  makeSweepDeliveries({ deliveries: deliveries(), webhookQueue: service.webhookQueue, now })();

/** A job that a worker holds. */
async function held() {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'bytes');
  const webhook_url = 'https://receiver.example/hook';
  const { body } = await service.frames(principal, { upload_id, sync: false, webhook_url });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const run = { ...message, run: 'of a worker that dies' };
  await service.runs.start(run, now(), inMs(LEASE_SECONDS * 1000));
  return { principal, run, job: () => service.getJob(principal.orgId, body.job_id) };
}

test('a job whose worker is known to have died is queued again at once, and charged once', async () => {
  const { principal, job } = await held();
  expect(await sweepJobs()).toEqual({ requeued: 0, given_up: 0 });
  await takeOver();
  expect(await sweepJobs()).toEqual({ requeued: 1, given_up: 0 });
  await service.workOff();
  expect(await job()).toMatchObject({ status: 'succeeded' });
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 98 });
});

test('so is one whose lease was given by a clock that was put back since', async () => {
  const { principal, job } = await held();
  service.clock.now = inMs(-50 * 3600_000);
  expect(await sweepJobs()).toEqual({ requeued: 0, given_up: 0 });
  await takeOver();
  expect(await sweepJobs()).toEqual({ requeued: 1, given_up: 0 });
  await service.workOff();
  expect(await job()).toMatchObject({ status: 'succeeded' });
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 98 });
});

test('a job that others work for stays theirs', async () => {
  const { run } = await held();
  await holdElsewhere(service.runs, run, now(), { stage: 'decoding', done: 0, of: 1 });
  await takeOver();
  expect(await sweepJobs()).toEqual({ requeued: 0, given_up: 0 });
});

test('a webhook whose worker is known to have died is called again at once', async () => {
  const { run, principal } = await held();
  await service.runs.fail(run, { at: now(), error: { type: 'processing_failed', message: '' } });
  const ref = { orgId: principal.orgId, deliveryId: deliveryIdOf(run.jobId) };
  await deliveries().claim(ref, now(), inMs(ATTEMPT_MS));
  await takeOver();
  expect(await sweepDeliveries()).toEqual({ sent: 1 });
  expect(await deliveries().claim(ref, now(), inMs(ATTEMPT_MS))).toMatchObject({ attempts: 2 });
});

test('a webhook that waits for its next call goes on waiting', async () => {
  const { run, principal } = await held();
  await service.runs.fail(run, { at: now(), error: { type: 'processing_failed', message: '' } });
  const ref = { orgId: principal.orgId, deliveryId: deliveryIdOf(run.jobId) };
  const tried = await deliveries().claim(ref, now(), inMs(ATTEMPT_MS));
  if (!tried) throw new Error('it is not to be sent');
  const next = inMs(ATTEMPT_MS / 2);
  await deliveries().settle(ref, { ...tried, next_attempt_at: next.toISOString() }, next);
  await takeOver();
  expect(await sweepDeliveries()).toEqual({ sent: 0 });
});
