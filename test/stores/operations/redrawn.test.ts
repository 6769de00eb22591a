import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof testService>;

beforeEach(() => {
  service = testService(tables);
});

const paidRows = async ({ orgId }: Principal) => {
  const { Items = [] } = await tables.db.send(
    new QueryCommand({
      TableName: tables.records,
      KeyConditionExpression: 'pk = :org',
      ExpressionAttributeValues: { ':org': `ORG#${orgId}` },
    }),
  );
  return Items.filter(({ sk }) => String(sk).includes('#PAID#'));
};

/** A video and its payments as they were while nobody accounted for the bytes of a read. */
async function paidBefore(call: 'frames' | 'transcript', window: object = {}) {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const ask = async (more: object = window) => {
    const { body } = await service[call](principal, { upload_id, ...more });
    return body as { credits_charged: number; cache_hit: boolean };
  };
  const first = await ask();
  for (const { pk, sk } of await paidRows(principal)) {
    const update = new UpdateCommand({
      TableName: tables.records,
      Key: { pk, sk },
      UpdateExpression: 'REMOVE verified',
    });
    await tables.db.send(update);
  }
  for (const key of service.artifacts.objects.keys()) {
    if (key.endsWith('result.json')) service.artifacts.objects.delete(key);
  }
  return { principal, ask, first };
}

test.each(['frames', 'transcript'] as const)(
  'what may have been read short is read anew once, free, and costs a fifth from then on (%s)',
  async (call) => {
    const { principal, ask, first } = await paidBefore(call);
    const price = first.credits_charged;
    expect(await ask()).toMatchObject({ credits_charged: 0, cache_hit: true });
    expect(await ask()).toMatchObject({ credits_charged: price / 5, cache_hit: true });
    const { ledger } = await service.getCredits(principal, 10);
    const moved = ledger.filter(({ job_id }) => job_id !== null).map(({ delta }) => delta);
    expect(moved).toEqual([-price / 5, -price]);
  },
);

test('a part of it is drawn anew free, and the rest of it too', async () => {
  const { ask } = await paidBefore('frames', { detail: 'standard' });
  const part = { detail: 'standard', start: 10, end: 20 };
  expect((await ask(part)).credits_charged).toBe(0);
  expect((await ask(part)).credits_charged).toBeGreaterThan(0);
  expect((await ask()).credits_charged).toBe(0);
});

test('what reaches beyond it costs its full price', async () => {
  const { ask } = await paidBefore('frames', { detail: 'standard', start: 0, end: 20 });
  const longer = await ask({ detail: 'standard', start: 10, end: 30 });
  expect(longer).toMatchObject({ cache_hit: false });
  expect(longer.credits_charged).toBeGreaterThan(0);
});

test('a free reading that fails leaves the next one free', async () => {
  const { ask } = await paidBefore('frames');
  service.engine.failures.push(new DomainError('no_video_stream', 'Nothing can be decoded.'));
  await expect(ask()).rejects.toMatchObject({ type: 'no_video_stream' });
  expect((await ask()).credits_charged).toBe(0);
});
