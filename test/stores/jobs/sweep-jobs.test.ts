import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoDueJobs } from '../../../layers/adapters/dynamo/jobs/due-jobs.ts';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { makeSweepJobs } from '../../../layers/app/jobs/sweep-jobs.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
const parts = (): Parameters<typeof makeSweepJobs>[0] => ({
  dueJobs: dynamoDueJobs(tables.db, tables.records),
  runs: service.runs,
  readyJobs: service.readyJobs,
  queue: { send: async (message) => void service.messages.push(message) },
  waiting: async () => service.messages.length,
  now: () => service.clock.now,
  maxRuns: 3,
});
const sweep = () => makeSweepJobs(parts())();

async function lostMessage() {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'bytes');
  const { body } = await service.frames(principal, { upload_id, sync: false });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  return { principal, message, job: () => service.getJob(principal.orgId, body.job_id) };
}

test('a job whose message was lost is queued again, once for each look', async () => {
  const { job } = await lostMessage();
  expect(await sweep()).toEqual({ requeued: 0, given_up: 0 });
  later(301);
  expect(await sweep()).toEqual({ requeued: 1, given_up: 0 });
  expect(await sweep()).toEqual({ requeued: 0, given_up: 0 });
  await service.workOff();
  expect(await job()).toMatchObject({ status: 'succeeded' });
  later(3600);
  expect(await sweep()).toEqual({ requeued: 0, given_up: 0 });
});

test('a job that kills every worker is given up with its refund and its slot', async () => {
  const { principal, message, job } = await lostMessage();
  service.engine.failures.push(new Error('out of memory'));
  await expect(service.deliver(message)).rejects.toThrow('out of memory');
  for (let death = 0; death < 2; death += 1) {
    const until = new Date(service.clock.now.getTime() + 60_000);
    await service.runs.start({ ...message, run: randomUUID() }, service.clock.now, until);
    later(61);
  }
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 98 });
  expect(await sweep()).toEqual({ requeued: 0, given_up: 1 });
  expect(await job()).toMatchObject({ status: 'failed', error: { type: 'processing_failed' } });
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 100 });
});

test('a job that no worker ever begins gives its slot back within minutes', async () => {
  const { principal, job } = await lostMessage();
  const { upload_id } = await service.receiveUpload(principal, 'bytes');
  const looks: unknown[] = [];
  for (let minute = 1; minute <= 20; minute += 1) {
    later(60);
    looks.push(await sweep());
    // Whoever takes the message up dies before the job has begun.
    service.messages.length = 0;
  }
  expect(looks).toContainEqual({ requeued: 1, given_up: 0 });
  expect(looks).toContainEqual({ requeued: 0, given_up: 1 });
  expect(await job()).toMatchObject({ status: 'failed', error: { type: 'processing_failed' } });
  for (let slot = 0; slot < 8; slot += 1) {
    const call = { upload_id, detail: 'detail', start: slot, end: slot + 1, sync: false };
    expect((await service.frames(principal, call)).status).toBe(200);
  }
});

test('a job that others wait before is not given up for waiting', async () => {
  const { message, job } = await lostMessage();
  for (let minute = 1; minute <= 60; minute += 1) {
    later(60);
    expect(await sweep()).toMatchObject({ given_up: 0 });
    service.messages.splice(0, service.messages.length, message);
  }
  expect(await job()).toMatchObject({ status: 'queued' });
});

test('a job that nobody took up for a day is given up', async () => {
  const { job } = await lostMessage();
  later(25 * 3600);
  expect(await sweep()).toEqual({ requeued: 0, given_up: 1 });
  expect(await job()).toMatchObject({ status: 'failed' });
});

test('a job whose message cannot be sent is told as queued, and sent by the sweep', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'bytes');
  const { push } = service.messages;
  service.messages.push = () => {
    throw new Error('the queue is down');
  };
  const { body } = await service.frames(principal, { upload_id, sync: false });
  service.messages.push = push;
  expect([body.status, service.messages.length]).toEqual(['queued', 0]);
  later(301);
  expect(await sweep()).toEqual({ requeued: 1, given_up: 0 });
  await service.workOff();
  const job = await service.getJob(principal.orgId, body.job_id);
  expect(job).toMatchObject({ status: 'succeeded' });
});

test('a job that cannot be swept does not hold up the others', async () => {
  const lost = [await lostMessage(), await lostMessage()];
  later(301);
  const { found } = await parts().dueJobs.before(service.clock.now, 9);
  const [first, second] = found.map(({ job_id }) => job_id);
  const sent: string[] = [];
  const sweeping = makeSweepJobs({
    ...parts(),
    queue: {
      async send({ jobId }) {
        if (jobId === first) throw new Error('its message cannot be sent');
        sent.push(jobId);
      },
    },
  });
  await expect(sweeping()).rejects.toThrow('jobs were not swept');
  expect([sent, lost.length]).toEqual([[second], 2]);
});

test('a row that cannot be read is told of, stepped over, and looked at an hour later', async () => {
  const [{ message }, other] = [await lostMessage(), await lostMessage()];
  await tables.db.send(
    new UpdateCommand({
      TableName: tables.records,
      Key: keys.job(message.orgId, message.jobId),
      UpdateExpression: 'SET #status = :of_a_later_release',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':of_a_later_release': 'hibernating' },
    }),
  );
  later(301);
  const unreadable = expect.objectContaining({
    message: expect.stringMatching(`^the row JOB#${message.jobId} .* cannot be read · status$`),
  });
  await expect(sweep()).rejects.toMatchObject({ errors: [unreadable] });
  expect(service.messages).toEqual([other.message]);
  later(601);
  expect(await sweep()).toEqual({ requeued: 1, given_up: 0 });
  later(3001);
  await expect(sweep()).rejects.toMatchObject({ errors: [unreadable] });
});
