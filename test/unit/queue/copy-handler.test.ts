import type { Context, SQSEvent } from 'aws-lambda';
import { copyHandler } from '../../../layers/queue/copy-handler.ts';

const event = (body: unknown) =>
  ({
    Records: [
      {
        messageId: 'message-1',
        attributes: {},
        receiptHandle: 'receipt-1',
        body: JSON.stringify(body),
      },
    ],
  }) as SQSEvent;
const context = (remainingMs = 900_000) =>
  ({ getRemainingTimeInMillis: () => remainingMs }) as Context;
const MESSAGE = { org_id: 'org_1', video_id: 'vid_1', step: 'make' };
const hide = async () => undefined;

test('an order is carried out and done with', async () => {
  const seen: unknown[] = [];
  const keep = async (message: unknown) => {
    seen.push(message);
    return { outcome: 'copied' };
  };
  expect(await copyHandler({ keep, hide })(event(MESSAGE), context())).toEqual({
    batchItemFailures: [],
  });
  expect(seen).toEqual([{ orgId: 'org_1', videoId: 'vid_1', step: 'make' }]);
});

test('an order that failed comes again', async () => {
  const keep = async () => {
    throw new Error('the storage is away');
  };
  expect(await copyHandler({ keep, hide })(event(MESSAGE), context())).toEqual({
    batchItemFailures: [{ itemIdentifier: 'message-1' }],
  });
});

test('an order that takes longer than the function may run is given up for good', async () => {
  const keep = (_: unknown, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  expect(await copyHandler({ keep, hide })(event(MESSAGE), context(10_010))).toEqual({
    batchItemFailures: [],
  });
});

test('a message that is none of ours is a defect', async () => {
  const keep = async () => ({ outcome: 'copied' });
  await expect(
    copyHandler({ keep, hide })(event({ ...MESSAGE, step: 'eat' }), context()),
  ).rejects.toThrow();
});
