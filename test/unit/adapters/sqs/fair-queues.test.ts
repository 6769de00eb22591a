import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import { sqsCopyQueue } from '../../../../layers/adapters/sqs/copy-queue.ts';
import { sqsReadQueue } from '../../../../layers/adapters/sqs/read-queue.ts';
import { sqsWebhookQueue } from '../../../../layers/adapters/sqs/webhook-queue.ts';

interface Sent {
  readonly QueueUrl: string;
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly DelaySeconds?: number;
}

let server: Server;
let client: SQSClient;
let url: string;
const sent: Sent[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const message: Sent = JSON.parse(await text(request));
    sent.push(message);
    const MD5OfMessageBody = createHash('md5').update(message.MessageBody).digest('hex');
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify({ MessageId: '1', MD5OfMessageBody }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `${endpoint}/000000000000/queue`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new SQSClient({ endpoint, credentials, region: 'us-east-1' });
});
beforeEach(() => void sent.splice(0));
afterAll(() => {
  client.destroy();
  server.close();
});

test('a long job is sent to the queue of its own, where there is one', async () => {
  const own = new URL('long', url).href;
  await sqsReadQueue(client, url, own).send({ orgId: 'org_1', jobId: 'job_1' }, true);
  await sqsReadQueue(client, url, own).send({ orgId: 'org_1', jobId: 'job_2' });
  await sqsReadQueue(client, url).send({ orgId: 'org_1', jobId: 'job_3' }, true);
  expect(sent.map(({ QueueUrl }) => QueueUrl)).toEqual([own, url, url]);
});

test('what is sent for an organization is grouped by it, so that queues stay fair', async () => {
  await sqsReadQueue(client, url).send({ orgId: 'org_1', jobId: 'job_1' });
  await sqsWebhookQueue(client, url).send({ orgId: 'org_2', deliveryId: 'msg_1' }, 60);
  await sqsCopyQueue(client, url).send({ orgId: 'org_3', videoId: 'vid_1', step: 'make' }, 0);
  expect(sent.map(({ MessageGroupId, DelaySeconds }) => [MessageGroupId, DelaySeconds])).toEqual([
    ['org_1', undefined],
    ['org_2', 60],
    ['org_3', 0],
  ]);
});
