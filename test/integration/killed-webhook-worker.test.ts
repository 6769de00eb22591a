import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeSweepDeliveries } from '../../layers/app/webhooks/sweep-deliveries.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const tables = await testTables();
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Heard {
  readonly id: string;
  readonly body: string;
}

/** A receiver; what it does with a message is told by `answer`. */
async function receiver(answer: (response: ServerResponse) => void) {
  const heard: Heard[] = [];
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    heard.push({ id: String(request.headers['webhook-id']), body });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { heard, url };
}

/** Starts a worker process on a delivery; ends with the signal that ended it. */
function worker(message: object, now: Date) {
  const run = JSON.stringify({ records: tables.records, message, now: now.toISOString() });
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/processes/webhook-worker.ts'), run],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null);
  return { ended, kill: () => child.kill('SIGKILL') };
}

test.each([
  ['while the receiver has not answered', () => undefined],
  ['when the receiver has answered', (response: ServerResponse) => void response.end('thanks')],
])('a webhook whose worker is killed %s comes again under the same id', async (_when, answer) => {
  const service = testService(tables, () => undefined);
  const now = () => service.clock.now;
  let killing: (() => void) | undefined;
  const { heard, url } = await receiver((response) => {
    if (!killing) {
      response.end('thanks');
      return;
    }
    killing();
    answer(response);
  });
  const caller = await service.caller();
  const { upload_id } = await service.receiveUpload(caller, `bytes of ${caller.orgId}`);
  const call = { upload_id, detail: 'single', start: 1, sync: false, webhook_url: url };
  await service.frames(caller, call);
  await service.workOff();
  const [message] = service.told.splice(0);
  if (!message) throw new Error('nothing is told');

  const first = worker(message, now());
  killing = first.kill;
  expect(await first.ended).toBe('SIGKILL');
  killing = undefined;
  expect(heard).toHaveLength(1);
  const deliveries = dynamoDeliveries(tables.db, tables.records);
  const listed = () => deliveries.list(caller.orgId, 10);
  expect(await listed()).toMatchObject([{ status: 'pending', attempts: 1 }]);

  // A copy of the message that comes too early leaves the attempt alone.
  expect(await worker(message, now()).ended).toBeNull();
  expect(heard).toHaveLength(1);

  service.clock.now = new Date(now().getTime() + 61_000);
  const sweep = makeSweepDeliveries({ deliveries, webhookQueue: service.webhookQueue, now });
  expect(await sweep()).toEqual({ sent: 1 });
  const [again] = service.told.splice(0);
  expect(await worker(again ?? {}, now()).ended).toBeNull();
  expect(heard).toHaveLength(2);
  expect(heard[1]).toEqual(heard[0]);
  expect(await listed()).toMatchObject([{ id: heard[0]?.id, status: 'delivered', attempts: 2 }]);
});
