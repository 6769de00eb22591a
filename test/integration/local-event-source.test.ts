import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeStore } from '@aws/lambda-invoke-store';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Worker } from '../../functions/workers/workers.ts';
import { sqsReadQueue } from '../../layers/adapters/sqs/read-queue.ts';
import { waitsForOthers } from '../../layers/adapters/system/waiting.ts';
import { eachMessage } from '../../layers/queue/messages.ts';
import {
  type EventSource,
  type EventSourceOptions,
  type QueueHandler,
  startEventSource,
} from '../../local/queues/event-source.ts';
import { type LocalQueues, startQueues } from '../../local/queues/queues.ts';
import { type Supervised, supervise } from '../../local/service/supervise.ts';
import { asInvocation, traceOf } from '../../local/workers/invocations.ts';
import { testAccess } from '../support/tables.ts';

let queues: LocalQueues;
let client: SQSClient;
let source: EventSource | undefined;
let supervised: Supervised | undefined;
const access = testAccess();
const defects: string[] = [];

const worker: Worker = {
  name: 'test',
  queueVariable: 'READ_QUEUE_URL',
  timeoutSeconds: 1,
  maxReceives: 2,
  concurrency: 2,
  runtime: 'node',
};

beforeAll(async () => {
  queues = await startQueues({ port: 0, workers: [], access });
  client = new SQSClient({ endpoint: queues.endpoint, useQueueUrlAsEndpoint: false });
});

afterEach(async () => {
  await source?.stop(1000);
  await supervised?.stop(1000);
  source = undefined;
  defects.length = 0;
});

afterAll(async () => {
  client.destroy();
  await queues.stop();
});

/** A queue whose messages are dead after two deliveries. */
async function makeQueue(name: string) {
  const dead = await client.send(new CreateQueueCommand({ QueueName: `${name}-dead` }));
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${access.region}:000000000000:${name}-dead`,
    maxReceiveCount: worker.maxReceives,
  });
  const { QueueUrl = '' } = await client.send(
    new CreateQueueCommand({ QueueName: name, Attributes: { RedrivePolicy } }),
  );
  return { queueUrl: QueueUrl, deadUrl: dead.QueueUrl ?? '' };
}

const start = (
  queueUrl: string,
  handler: QueueHandler,
  how: Partial<EventSourceOptions> = {},
): EventSource => {
  source = startEventSource({
    client,
    queueUrl,
    worker,
    load: async () => handler,
    concurrency: 2,
    visibilitySeconds: 1,
    onDefect: (error) => defects.push(error instanceof Error ? error.message : String(error)),
    ...how,
  });
  return source;
};
/** For messages that take longer than a test's worker is given. */
const patient = { ...worker, timeoutSeconds: 60 };
const orgOf = (record: SQSRecord | undefined): string => JSON.parse(record?.body ?? '').org_id;
const send = (QueueUrl: string, MessageBody: string) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
const left = async (QueueUrl: string) => {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  return [
    Attributes?.ApproximateNumberOfMessages,
    Attributes?.ApproximateNumberOfMessagesNotVisible,
  ];
};
const deadBody = async (QueueUrl: string) => {
  const command = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 });
  return (await client.send(command)).Messages?.[0]?.Body;
};

test('a handled message was one event with a deadline, and is gone', async () => {
  const { queueUrl } = await makeQueue('handled');
  await send(queueUrl, 'hello');
  const { promise, resolve } = Promise.withResolvers<[SQSEvent, number]>();
  start(queueUrl, async (event, context) => {
    resolve([event, context.getRemainingTimeInMillis()]);
    return { batchItemFailures: [] };
  });
  const [event, remaining] = await promise;
  expect(event.Records).toHaveLength(1);
  expect(event.Records[0]).toMatchObject({
    body: 'hello',
    attributes: { ApproximateReceiveCount: '1' },
    eventSource: 'aws:sqs',
  });
  expect(remaining).toBeGreaterThan(500);
  expect(remaining).toBeLessThanOrEqual(1000);
  await source?.stop(1000);
  expect(await left(queueUrl)).toEqual(['0', '0']);
});

test('a message is worked on under the trace of the invocation that sent it', async () => {
  const { queueUrl } = await makeQueue('traced');
  const trace = traceOf(undefined);
  const seen = Promise.withResolvers<unknown>();
  start(queueUrl, (event) =>
    eachMessage(event, async ({ messageAttributes: _, ...record }) => {
      const store = await InvokeStore.getInstanceAsync();
      seen.resolve([record.attributes.AWSTraceHeader, store.getXRayTraceId(), record.body]);
      return true;
    }),
  );
  const message = { orgId: 'org_1', jobId: 'job_1' };
  await asInvocation('call', trace, () => sqsReadQueue(client, queueUrl).send(message));
  expect(await seen.promise).toEqual([trace, trace, '{"org_id":"org_1","job_id":"job_1"}']);
});

test('a trace that a caller names is taken, and what is none is not', () => {
  const named = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1';
  expect(traceOf(named)).toBe(named);
  for (const other of [undefined, '', 'Root=1-2', `${named}\n{"level":"ERROR"}`, 'x'.repeat(9000)])
    expect(traceOf(other)).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Sampled=0$/);
});

test.each<[string, (messageId: string) => ReturnType<QueueHandler>]>([
  ['a handler that throws', () => Promise.reject(new Error('no'))],
  ['an item failure', async (itemIdentifier) => ({ batchItemFailures: [{ itemIdentifier }] })],
  ['a handler that takes too long', () => new Promise(() => undefined)],
])('after %s a message comes back, and in the end is among the dead letters', async (what, end) => {
  const { queueUrl, deadUrl } = await makeQueue(what.replaceAll(' ', '-'));
  await send(queueUrl, 'poison');
  const receives: string[] = [];
  start(queueUrl, (event) => {
    const [record] = event.Records;
    receives.push(record?.attributes.ApproximateReceiveCount ?? '');
    return end(record?.messageId ?? '');
  });
  expect(await deadBody(deadUrl)).toBe('poison');
  expect(receives).toEqual(['1', '2']);
  expect(defects).toHaveLength(2);
});

test('a message stays hidden while its handler runs longer than the visibility timeout', async () => {
  const { queueUrl } = await makeQueue('long');
  await send(queueUrl, 'long');
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = { ...worker, timeoutSeconds: 10 };
  const long = start(
    queueUrl,
    async () => {
      calls += 1;
      const hidden = async (): Promise<void> =>
        performance.now() - began > 2500 ? undefined : left(queueUrl).then(hidden);
      const began = performance.now();
      await hidden();
      resolve();
      return undefined;
    },
    { worker: slow },
  );
  await promise;
  await long.stop(1000);
  expect([calls, defects]).toEqual([1, []]);
  expect(await left(queueUrl)).toEqual(['0', '0']);
});

test('messages that wait for another machine leave their place to others', async () => {
  const { queueUrl } = await makeQueue('waiting');
  const site = Promise.withResolvers<void>();
  const seen: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = waitsForOthers(() => site.promise);
  const waiting = start(
    queueUrl,
    async ({ Records: [record] }) => {
      seen.push(record?.body ?? '');
      if (record?.body !== 'quick') await look();
      else resolve();
      return undefined;
    },
    { worker: patient, concurrency: 1, waiting: 2 },
  );
  for (const body of ['slow', 'slow', 'quick']) await send(queueUrl, body);
  await promise;
  expect(seen).toEqual(['slow', 'slow', 'quick']);
  site.resolve();
  await waiting.stop(5000);
  expect(defects).toEqual([]);
});

test('an organization with many messages waits for itself, and not another one for it', async () => {
  const { queueUrl } = await makeQueue('fair');
  const messageOf = (org: string, job: number) => JSON.stringify({ org_id: org, job_id: job });
  const [many, one] = ['org_00000000000000000000000001', 'org_00000000000000000000000002'];
  for (let job = 1; job <= 20; job += 1) await send(queueUrl, messageOf(many, job));
  await send(queueUrl, messageOf(one, 21));
  await send(queueUrl, messageOf(one, 22));
  const seen: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  start(queueUrl, async ({ Records: [record] }) => {
    const { job_id: job } = JSON.parse(record?.body ?? '') as { job_id: number };
    seen.push(job);
    if (seen.length === 2) begin();
    // Both places are taken before one is free.
    await begun;
    if (seen.length === 22) resolve();
    return undefined;
  });
  await promise;
  expect([seen[0], seen[1]]).toEqual([1, 21]);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, at) => at + 1));
  expect(seen.indexOf(22)).toBeLessThan(6);
});

test('while one organization has all places, another is still served, and it alone', async () => {
  const { queueUrl } = await makeQueue('spare');
  const [many, one] = ['org_00000000000000000000000001', 'org_00000000000000000000000002'];
  const sent = (org: string) => send(queueUrl, JSON.stringify({ org_id: org }));
  const free = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  const inHand: string[] = [];
  const fair = start(
    queueUrl,
    async ({ Records: [record] }) => {
      const org = orgOf(record);
      inHand.push(org);
      if (org === one) served.resolve();
      else await free.promise;
      return undefined;
    },
    { worker: patient, concurrency: 1, spare: true, visibilitySeconds: 5 },
  );
  await sent(many);
  while (inHand.length === 0) await left(queueUrl);
  for (let more = 0; more < 3; more += 1) await sent(many);
  await sent(one);
  await served.promise;
  expect(inHand.filter((org) => org === one)).toEqual([one]);
  expect(inHand.length).toBeLessThan(4);
  free.resolve();
  await fair.stop(5000);
  expect(defects).toEqual([]);
});

test('however many wait, an organization that has none in hand is served, and the next one too', async () => {
  const { queueUrl } = await makeQueue('newcomers');
  const site = Promise.withResolvers<void>();
  const look = waitsForOthers(() => site.promise);
  const seen: string[] = [];
  const served = Promise.withResolvers<void>();
  const orgs = Array.from({ length: 4 }, (_, at) => `org_0000000000000000000000000${at}`);
  const fair = start(
    queueUrl,
    async ({ Records: [record] }) => {
      const org = orgOf(record);
      seen.push(org);
      if (org === orgs[3]) served.resolve();
      else await look();
      return undefined;
    },
    { worker: patient, concurrency: 1, waiting: 1, spare: true, visibilitySeconds: 5 },
  );
  for (const org of [orgs[0], orgs[0], orgs[0], orgs[1], orgs[2], orgs[3]]) {
    await send(queueUrl, JSON.stringify({ org_id: org }));
  }
  await served.promise;
  expect(new Set(seen)).toEqual(new Set(orgs));
  site.resolve();
  await fair.stop(5000);
  expect(defects).toEqual([]);
});

test.each([
  ['in memory', async () => undefined],
  ['in a file', () => mkdtemp(join(tmpdir(), 'queues-'))],
])('a message, kept %s, that comes when its receiver is gone is for the next', async (_, make) => {
  const dataDir = await make();
  const kept = dataDir === undefined ? {} : { dataDir };
  const own = await startQueues({ port: 0, workers: [worker], access, ...kept });
  const ownClient = new SQSClient({ endpoint: own.endpoint, useQueueUrlAsEndpoint: false });
  const QueueUrl = own.urls['READ_QUEUE_URL'];
  const look = (abortSignal: AbortSignal) =>
    ownClient.send(
      new ReceiveMessageCommand({
        QueueUrl,
        WaitTimeSeconds: 20,
        VisibilityTimeout: 600,
        MessageSystemAttributeNames: ['All'],
      }),
      { abortSignal },
    );
  const leaving = new AbortController();
  const begun = Promise.withResolvers<unknown>();
  subscribe('http.server.request.start', begun.resolve);
  const first = look(leaving.signal);
  await begun.promise;
  unsubscribe('http.server.request.start', begun.resolve);
  leaving.abort();
  await expect(first).rejects.toThrow('aborted');
  await ownClient.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late' }));
  const { Messages = [] } = await look(new AbortController().signal);
  expect(
    Messages.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount]),
  ).toEqual([['late', '1']]);
  ownClient.destroy();
  await own.stop();
  if (dataDir) await rm(dataDir, { recursive: true });
});

test('a file of messages that is damaged is named', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'queues-'));
  const file = join(dataDir, 'fauxqs.db');
  await writeFile(file, 'no messages');
  const opening = startQueues({ port: 0, workers: [worker], access, dataDir });
  await expect(opening).rejects.toThrow(`The file ${file} is damaged`);
  await rm(dataDir, { recursive: true });
});

test('a message that was in hand when the service was killed comes back with the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'queues-'));
  const open = async () => {
    const own = await startQueues({ port: 0, workers: [worker], access, dataDir });
    const ownClient = new SQSClient({ endpoint: own.endpoint, useQueueUrlAsEndpoint: false });
    const QueueUrl = own.urls['READ_QUEUE_URL'] ?? '';
    const take = async () => {
      const command = { QueueUrl, WaitTimeSeconds: 5, VisibilityTimeout: 60 };
      const { Messages = [] } = await ownClient.send(new ReceiveMessageCommand(command));
      return Messages.map(({ Body }) => Body);
    };
    const put = () =>
      ownClient.send(new SendMessageCommand({ QueueUrl, MessageBody: 'worked on' }));
    const stop = async () => {
      ownClient.destroy();
      await own.stop();
    };
    return { take, put, stop };
  };
  const first = await open();
  await first.put();
  expect(await first.take()).toEqual(['worked on']);
  await first.stop();
  const next = await open();
  expect(await next.take()).toEqual(['worked on']);
  await next.stop();
  await rm(dataDir, { recursive: true });
});

test('a worker process that is killed is started again and gets its message back', async () => {
  const { queueUrl } = await makeQueue('crashing');
  const listener = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const environment = {
    READ_QUEUE_URL: queueUrl,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_REGION: access.region,
    AWS_ACCESS_KEY_ID: access.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: access.credentials.secretAccessKey,
  };
  const deaths: string[] = [];
  const entry = join(import.meta.dirname, '../support/processes/crashing-worker.ts');
  supervised = supervise(entry, environment, (why) => deaths.push(why));
  await send(queueUrl, `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  await once(listener, 'request');
  expect(deaths).toEqual(['SIGKILL']);
  await supervised.stop(5000);
  listener.close();
  expect(await left(queueUrl)).toEqual(['0', '0']);
});
