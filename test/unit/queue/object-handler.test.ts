import type { SQSEvent } from 'aws-lambda';
import { objectHandler } from '../../../layers/queue/object-handler.ts';
import { sqsEvent } from '../../../local/queues/sqs-event.ts';
import { lambdaContext } from '../../../local/workers/lambda-context.ts';

const KEY = 'orgs/org_1/videos/vid_1/upl_1.mp4';
/** As EventBridge hands it on, shortened. */
const BODY = JSON.stringify({
  version: '0',
  'detail-type': 'Object Created',
  source: 'aws.s3',
  detail: { bucket: { name: 'b' }, object: { key: KEY, size: 5 }, reason: 'PutObject' },
});
const event = (body: string): SQSEvent =>
  sqsEvent({ MessageId: 'm1', ReceiptHandle: 'r1', Body: body }, 'http://queue/ingest');
const context = lambdaContext('ingest', 900_000);

test('the key of an object that has arrived is handed over, its message hidden meanwhile', async () => {
  const calls: unknown[] = [];
  const handle = objectHandler({
    take: async (key, signal) => {
      calls.push(key, signal.aborted);
      return 'taken in';
    },
    hide: async (...hidden) => void calls.push(hidden),
  });
  expect(await handle(event(BODY), context)).toEqual({ batchItemFailures: [] });
  expect(calls).toEqual([['r1', 35], KEY, false]);
});

test('a message whose work fails comes again', async () => {
  const handle = objectHandler({
    take: () => Promise.reject(new Error('storage is down')),
    hide: async () => undefined,
  });
  expect(await handle(event(BODY), context)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }],
  });
});

test('the message that a call sends is read like the event of storage', async () => {
  const taken: string[] = [];
  const handle = objectHandler({
    take: async (key) => {
      taken.push(key);
      return 'left';
    },
    hide: async () => undefined,
  });
  await handle(event(JSON.stringify({ detail: { object: { key: KEY } } })), context);
  expect(taken).toEqual([KEY]);
});
