import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { dynamoErasures } from '../../../layers/adapters/dynamo/videos/erasures.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { ErasedIds } from '../../../layers/app/ports/videos/erased-ids.ts';
import type { Erasures } from '../../../layers/app/ports/videos/erasures.ts';
import { makeEraseVideo, makeSweepErasures } from '../../../layers/app/videos/erase-video.ts';
import { asMany } from '../../support/breadth.ts';
import { countTransactions } from '../../support/count-transactions.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

interface Parts {
  erasures?: Erasures;
  erased?: ErasedIds;
  artifacts?: Pick<ArtifactStore, 'deletePrefix'>;
}
const erase = (orgId: string, videoId: string, parts?: Parts) =>
  makeEraseVideo({ ...service.erasing, ...parts })(orgId, videoId);
const sweep = () => makeSweepErasures(service.erasing)();
const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

/** Makes a job's row one that this release cannot read. */
const ofALaterRelease = (orgId: string, jobId: string) =>
  tables.db.send(
    new UpdateCommand({
      TableName: tables.records,
      Key: keys.job(orgId, jobId),
      UpdateExpression: 'SET operation = :later',
      ExpressionAttributeValues: { ':later': 'dream' },
    }),
  );

/** Every row and object there is, as text. */
async function everything(): Promise<string> {
  const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
  const objects = [...service.artifacts.objects].map(
    ([key, bytes]) => `${key} ${Buffer.from(bytes).toString('latin1')}`,
  );
  return [...Items.map((item) => JSON.stringify(item)), ...objects].join('\n');
}

/** A video with two uploads, a result, a failed job and one under an idempotency key. */
async function richVideo() {
  const principal = await service.caller();
  const first = await service.receiveUpload(principal, 'all the bytes', 'Secret title.mp4');
  const second = await service.receiveUpload(principal, 'all the bytes', 'other.mp4');
  const { upload_id } = first;
  const done = await service.frames(principal, { upload_id, idempotency_key: 'once' });
  service.engine.failures.push(new Error('broken'));
  const failed = await service.frames(principal, { upload_id, detail: 'overview', sync: false });
  for (const message of service.messages.splice(0)) {
    await service.deliver(message, { lastDelivery: true }).catch(() => undefined);
  }
  const video = await service.videos.findByUpload(principal.orgId, upload_id);
  const traces = [
    first.video.id,
    first.upload_id,
    second.upload_id,
    done.body.job_id,
    failed.body.job_id,
    'Secret title',
    'all the bytes',
    video?.sha256 ?? '',
  ];
  return { principal, videoId: first.video.id, upload_id, done: done.body.job_id, traces };
}

const expectNothingLeft = async (traces: readonly string[]) => {
  const all = await everything();
  for (const trace of traces) expect([trace, all.includes(trace)]).toEqual([trace, false]);
};

test('of an erased video no row and no object is left that names it', async () => {
  const { principal, videoId, traces } = await richVideo();
  const before = await everything();
  for (const trace of traces) expect([trace, before.includes(trace)]).toEqual([trace, true]);
  expect(await erase(principal.orgId, videoId)).toEqual({ video_id: videoId, deleted: true });
  await expectNothingLeft(traces);
});

test('jobs that have ended are only read: an erasure of thousands of them comes to its end', async () => {
  const { principal, videoId } = await richVideo();
  const transactions = countTransactions(tables.db);
  await erase(principal.orgId, videoId);
  // The note in place of the video.
  expect(transactions()).toBe(1);
});

test('the ledger keeps what was paid, by job', async () => {
  const { principal, videoId, done } = await richVideo();
  const before = await service.getCredits(principal, 100);
  await erase(principal.orgId, videoId);
  expect(await service.getCredits(principal, 100)).toEqual(before);
  const { ledger } = before;
  expect(ledger.some(({ job_id }) => job_id === done)).toBe(true);
  expect(JSON.stringify(ledger)).not.toContain(videoId);
});

test('an unknown video, an erased one and one of somebody else are refused with the same words', async () => {
  const { principal, videoId } = await richVideo();
  const stranger = await service.caller();
  const refusal = async (orgId: string, id: string) =>
    erase(orgId, id).then(
      () => 'erased',
      (error) => JSON.stringify(error.toApiError()),
    );
  const foreign = await refusal(stranger.orgId, videoId);
  await erase(principal.orgId, videoId);
  const answers = [
    foreign,
    await refusal(principal.orgId, videoId),
    await refusal(principal.orgId, 'vid_unknown'),
    await refusal(principal.orgId, '#'),
  ];
  expect(new Set(answers).size).toBe(1);
  expect(foreign).toContain('video_not_found');
  expect(foreign).not.toContain('upload');
});

test('the id of an upload erases nothing, and the refusal names the id that does', async () => {
  const { principal, videoId, upload_id } = await richVideo();
  for (const id of [upload_id, 'upl_unknown']) {
    await expect(erase(principal.orgId, id)).rejects.toThrow(
      'A video is erased by its own id, and this is the id of an upload: nothing was erased.',
    );
  }
  expect(await erase(principal.orgId, videoId)).toEqual({ video_id: videoId, deleted: true });
});

test('everything that named the video is not found afterwards', async () => {
  const { principal, videoId, upload_id, done } = await richVideo();
  await erase(principal.orgId, videoId);
  const notFound = { type: 'video_not_found' };
  await expect(service.frames(principal, { upload_id })).rejects.toMatchObject(notFound);
  await expect(service.getJob(principal.orgId, done)).rejects.toMatchObject(notFound);
});

test('the same bytes sent again are another video, charged in full', async () => {
  const { principal, videoId } = await richVideo();
  await erase(principal.orgId, videoId);
  const again = await service.receiveUpload(principal, 'all the bytes');
  expect(again.video.id).not.toBe(videoId);
  const call = { upload_id: again.upload_id, idempotency_key: 'once' };
  const { body } = await service.frames(principal, call);
  expect(body).toMatchObject({ status: 'succeeded', credits_charged: 2, cache_hit: false });
});

test('work under way is cancelled, refunded, and writes nothing any more', async () => {
  const principal = await service.caller();
  const { upload_id, video } = await service.receiveUpload(principal, 'bytes');
  const queued = await service.frames(principal, { upload_id, sync: false });
  service.engine.onDraw = async () => {
    await erase(principal.orgId, video.id);
  };
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  await service.deliver(message).catch(() => undefined);
  expect(await service.deliver(message)).toBe('done');
  expect(service.artifacts.objects.size).toBe(0);
  expect(await service.getCredits(principal, 0)).toMatchObject({ topup_balance: 100 });
  later(121);
  expect(await sweep()).toEqual({ erased: 1 });
  await expectNothingLeft([video.id, upload_id, queued.body.job_id]);
  service.engine.onDraw = async () => undefined;
  // Its slots are free again.
  const next = await service.receiveUpload(principal, 'more bytes');
  await service.frames(principal, { upload_id: next.upload_id });
});

test('jobs that cannot be read stand in the way of no erasure, and are given back', async () => {
  const { principal, videoId, done, upload_id } = await richVideo();
  const before = await service.getCredits(principal, 0);
  const body = { upload_id, detail: 'single', start: 9, sync: false };
  const working = (await service.frames(principal, body)).body.job_id;
  service.engine.onDraw = async () => {
    for (const jobId of [working, done]) await ofALaterRelease(principal.orgId, jobId);
    expect(await erase(principal.orgId, videoId)).toEqual({ video_id: videoId, deleted: true });
  };
  for (const message of service.messages.splice(0)) {
    await service.deliver(message).catch(() => undefined);
  }
  expect(await service.getCredits(principal, 0)).toMatchObject({
    topup_balance: before.topup_balance,
  });
  expect(await everything()).not.toContain(working);
});

test('what a worker that was killed had stored is swept, and the video is gone meanwhile', async () => {
  const principal = await service.caller();
  const { upload_id, video } = await service.receiveUpload(principal, 'bytes');
  await service.frames(principal, { upload_id, sync: false });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const lease = new Date(service.clock.now.getTime() + 60_000);
  await service.runs.start({ ...message, run: 'r' }, service.clock.now, lease);
  await erase(principal.orgId, video.id);
  const late = `orgs/${principal.orgId}/videos/${video.id}/results/x/sheet-1.jpg`;
  await service.artifacts.put(late, Buffer.from('late'), 'image/jpeg');
  await expect(erase(principal.orgId, video.id)).rejects.toMatchObject({ type: 'video_not_found' });
  expect(await sweep()).toEqual({ erased: 0 });
  later(121);
  expect(await sweep()).toEqual({ erased: 1 });
  await expectNothingLeft([video.id, upload_id]);
  expect(await sweep()).toEqual({ erased: 0 });
});

test('erasures that fail each time hold up no other one', async () => {
  const principal = await service.caller();
  const begun: string[] = [];
  for (let number = 0; number < 27; number += 1) {
    const { video } = await service.receiveUpload(principal, `bytes ${number}`);
    await service.erasing.erasures.begin(
      { orgId: principal.orgId, videoId: video.id },
      service.clock.now,
    );
    begun.push(video.id);
    later(1);
  }
  later(61);
  const failing = makeSweepErasures({
    ...service.erasing,
    artifacts: {
      async deletePrefix(prefix) {
        if (!prefix.includes(begun.at(-1) ?? '')) throw new Error('it cannot be deleted');
        await service.artifacts.deletePrefix(prefix);
      },
    },
  });
  await expect(failing()).rejects.toMatchObject({ errors: { length: 26 } });
  const stored = [...service.artifacts.objects.keys()];
  expect(stored.filter((key) => key.includes(begun.at(-1) ?? ''))).toEqual([]);
  later(61);
  // The other one too: a worker may have stored something meanwhile.
  expect(await sweep()).toEqual({ erased: 27 });
});

test('an erasure that takes minutes is taken up by no sweep meanwhile', async () => {
  const { principal, videoId, traces } = await richVideo();
  const { erasures } = service.erasing;
  let onBeat = () => {};
  const swept: number[] = [];
  const erasing = makeEraseVideo({
    ...service.erasing,
    beatMs: 10,
    erasures: {
      ...erasures,
      async putOff(erasure, until) {
        await erasures.putOff(erasure, until);
        if (until > service.clock.now) onBeat();
      },
    },
    artifacts: {
      async deletePrefix(prefix) {
        later(61);
        await new Promise<void>((resolve) => {
          onBeat = resolve;
        });
        swept.push((await sweep()).erased);
        await service.artifacts.deletePrefix(prefix);
      },
    },
  });
  await erasing(principal.orgId, videoId);
  expect(Math.max(...swept)).toBe(0);
  await expectNothingLeft(traces);
});

/** Wraps every method so that the call with that number fails after or before it has worked. */
function dyingAt<T extends object>(port: T, at: number, counter: { calls: number }): T {
  return new Proxy(port, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return async (...args: unknown[]) => {
        counter.calls += 1;
        if (counter.calls === at) throw new Error('killed');
        const result = await method.apply(target, args);
        counter.calls += 1;
        if (counter.calls === at) throw new Error('killed');
        return result;
      };
    },
  });
}

/** Each step, before it or when it is done, is one of either; `BREADTH=full` takes all of both. */
test.each([
  ['called again', asMany(2, 1)],
  ['swept', 1],
] as const)(
  'an erasure killed at any step is brought to its end when it is %s',
  async (how, begin) => {
    const killed: (readonly [at: number, trace: string])[] = [];
    for (let at = begin; ; at += asMany(2, 1)) {
      const { principal, videoId, traces } = await richVideo();
      const counter = { calls: 0 };
      const dying = {
        erasures: dyingAt(dynamoErasures(tables.db, tables.records), at, counter),
        erased: dyingAt(service.erased, at, counter),
        artifacts: dyingAt(service.artifacts, at, counter),
      };
      const outcome = await erase(principal.orgId, videoId, dying).catch(() => 'killed' as const);
      if (outcome !== 'killed') break;
      if (how === 'called again' || at === 1) {
        await erase(principal.orgId, videoId).catch(() => undefined);
      }
      killed.push(...traces.map((trace) => [at, trace] as const));
    }
    for (let look = 0; look < 2; look += 1) {
      later(121);
      await sweep();
    }
    const left = await everything();
    expect(killed.filter(([, trace]) => left.includes(trace))).toEqual([]);
    expect(killed.length).toBeGreaterThan(0);
  },
);
