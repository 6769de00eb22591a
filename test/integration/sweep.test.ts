import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { dynamoDueJobs } from '../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { sqsReadQueue } from '../../layers/adapters/sqs/read-queue.ts';
import { sqsWaiting } from '../../layers/adapters/sqs/waiting.ts';
import { makeSweepJobs } from '../../layers/app/jobs/sweep-jobs.ts';
import { type LocalQueues, startQueues } from '../../local/queues/queues.ts';
import { testService } from '../support/service.ts';
import { testAccess, testTables } from '../support/tables.ts';

let queues: LocalQueues;
let client: SQSClient;
const tables = await testTables();
let service: ReturnType<typeof testService>;

beforeAll(async () => {
  queues = await startQueues({ port: 0, workers: [], access: testAccess() });
  client = new SQSClient({ endpoint: queues.endpoint, useQueueUrlAsEndpoint: false });
});
beforeEach(() => {
  service = testService(tables);
});
afterAll(async () => {
  client.destroy();
  await queues.stop();
});

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

const MAX_RECEIVES = 3;

/** A queue whose messages come back at once, and a job in it. */
async function queued() {
  const dead = `dead-${randomUUID()}`;
  const { QueueUrl: deadUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: dead }));
  const { QueueUrl = '' } = await client.send(
    new CreateQueueCommand({
      QueueName: randomUUID(),
      Attributes: {
        VisibilityTimeout: '0',
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: `arn:aws:sqs:${testAccess().region}:000000000000:${dead}`,
          maxReceiveCount: MAX_RECEIVES,
        }),
      },
    }),
  );
  const principal = await service.caller('free');
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const { body } = await service.frames(principal, { upload_id, sync: false });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const MessageBody = JSON.stringify({ org_id: message.orgId, job_id: message.jobId });
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  const receive = async (url = QueueUrl): Promise<Message | undefined> =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages?.[0];
  const sweep = makeSweepJobs({
    dueJobs: dynamoDueJobs(tables.db, tables.records),
    runs: service.runs,
    readyJobs: service.readyJobs,
    queue: sqsReadQueue(client, QueueUrl),
    waiting: sqsWaiting(client, QueueUrl),
    now: () => service.clock.now,
    maxRuns: MAX_RECEIVES,
  });
  const job = () => service.getJob(principal.orgId, body.job_id);
  return { principal, upload_id, message, receive, deadUrl, sweep, job };
}

test('a job that kills its worker at every delivery ends failed, with its refund and its slot', async () => {
  const { principal, upload_id, message, receive, deadUrl, sweep, job } = await queued();
  for (let delivery = 1; delivery <= MAX_RECEIVES; delivery += 1) {
    expect(await receive()).toBeDefined();
    service.engine.onDraw = async () => {
      throw new Error('killed');
    };
    // A worker that is killed says nothing to anybody: its lease runs out.
    const run = { ...message, run: randomUUID() };
    const until = new Date(service.clock.now.getTime() + 60_000);
    if (delivery === 1) await expect(service.deliver(message)).rejects.toThrow('killed');
    else await service.runs.start(run, service.clock.now, until);
    later(61);
  }
  expect(await receive()).toBeUndefined();
  expect(await receive(deadUrl)).toBeDefined();
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 98 });

  expect(await sweep()).toMatchObject({ given_up: 1 });
  expect(await job()).toMatchObject({
    status: 'failed',
    credits_charged: 0,
    error: { type: 'processing_failed' },
  });
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 100 });
  service.engine.onDraw = async () => undefined;
  for (const detail of ['overview', 'standard']) {
    const { status } = await service.frames(principal, { upload_id, detail, sync: false });
    expect(status).toBe(200);
  }
});

test('a message that died before any worker began comes again by the sweep', async () => {
  const { message, receive, deadUrl, sweep, job } = await queued();
  for (let delivery = 1; delivery <= MAX_RECEIVES; delivery += 1) await receive();
  expect(await receive()).toBeUndefined();
  expect(await receive(deadUrl)).toBeDefined();
  later(301);
  expect(await sweep()).toMatchObject({ requeued: 1 });
  expect(JSON.parse((await receive())?.Body ?? '')).toEqual({
    org_id: message.orgId,
    job_id: message.jobId,
  });
  expect(await service.deliver(message)).toBe('done');
  expect(await job()).toMatchObject({ status: 'succeeded' });
});
