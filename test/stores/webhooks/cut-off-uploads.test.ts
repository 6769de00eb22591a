import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { makeSweepDeliveries } from '../../../layers/app/webhooks/sweep-deliveries.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { WebhookEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { directUploads } from '../../support/direct-uploads.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';

const webhook_url = 'https://receiver.example/hook';
const storage = await directUploads();
const { service, caller, events, complete, takeIn, single, ports } = storage;
const now = () => service.clock.now;
const deliveries = dynamoDeliveries(storage.tables.db, storage.tables.records);
afterAll(storage.stop);

class Died extends Error {}

/**
 * Ports of a worker that dies at one of its calls of them: before it is made, or once it is and
 * nobody has heard of it. From then on it makes no other.
 */
function dyingAt(step: number, when: 'before' | 'after') {
  let steps = 0;
  let isDead = false;
  const dying = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, method, receiver) {
        const call: unknown = Reflect.get(target, method, receiver);
        // Bytes are read by a stream, whose call takes no time.
        if (typeof call !== 'function' || method === 'read') return call;
        return async (...args: unknown[]) => {
          if (isDead) throw new Died();
          const isLast = steps === step;
          steps += 1;
          isDead = isLast;
          if (isLast && when === 'before') throw new Died();
          const result: unknown = await Reflect.apply(call, target, args);
          if (isLast) throw new Died();
          return result;
        };
      },
    });
  const { uploads, videos, artifacts, direct } = ports();
  return {
    died: () => isDead,
    overrides: {
      uploads: dying(uploads),
      videos: dying(videos),
      artifacts: dying(artifacts),
      direct: dying(direct),
    },
  };
}

/** Everything that the receiver is told from now on, until nothing is pending. */
async function received(): Promise<WebhookEvent[]> {
  const told: WebhookEvent[] = [];
  const deliver = makeDeliverWebhook({
    deliveries,
    secrets: service.webhookSecrets,
    call: async ({ body }) => {
      told.push(WebhookEvent.parse(JSON.parse(body)));
      return { status: 200, error: null };
    },
    queue: service.webhookQueue,
    now,
  });
  service.clock.now = new Date(now().getTime() + 61_000);
  await makeSweepDeliveries({ deliveries, webhookQueue: service.webhookQueue, now })();
  for (const message of service.told.splice(0)) await deliver(message);
  return told;
}

/** An upload whose reader died at a step, then was read again; undefined when it took fewer. */
async function readAfterDeath(step: number, when: 'before' | 'after') {
  service.clock.now = new Date();
  events.length = 0;
  const { upload_id } = await single(`dies ${when} ${step} ${Math.random()}`, { webhook_url });
  const [key = ''] = events.splice(0);
  const { died, overrides } = dyingAt(step, when);
  await takeIn(key, overrides).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  // The claim of the dead is over, and the message is delivered again.
  service.clock.now = new Date(now().getTime() + 60_000);
  const answer = await complete(upload_id).catch((error: unknown) => error);
  await takeIn(key);
  return died() ? { upload_id, answer, told: await received() } : undefined;
}

test.each(['before', 'after'] as const)(
  'wherever its reader dies %s a step, an upload is told of once as the video it became',
  async (when) => {
    service.engine.found = MINUTE;
    let step = 0;
    for (; ; step += 1) {
      const read = await readAfterDeath(step, when);
      if (!read) break;
      expect([step, read.told]).toEqual([
        step,
        [{ type: 'video.ready', timestamp: expect.any(String), data: read.answer }],
      ]);
    }
    expect(step).toBeGreaterThan(5);
    await received();
  },
);

test.each(['before', 'after'] as const)(
  'wherever its reader dies %s a step, a file that is no video is told of once',
  async (when) => {
    service.engine.found = new DomainError('no_video_stream', 'There is no picture in it.');
    let step = 0;
    for (; ; step += 1) {
      const read = await readAfterDeath(step, when);
      if (!read) break;
      expect([step, read.told]).toMatchObject([
        step,
        [{ type: 'video.failed', data: { upload_id: read.upload_id } }],
      ]);
    }
    expect(step).toBeGreaterThan(3);
    await received();
    expect((await deliveries.list(caller.orgId, 100)).every(({ attempts }) => attempts === 1)).toBe(
      true,
    );
  },
);
