import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/deliveries.ts';
import { killedRun } from '../support/processes/killed-run.ts';
import { testService } from '../support/service.ts';
import { type TestTables, testTables } from '../support/tables.ts';

const TIMES = 5;
const DELIVERIES = 3;
let tables: TestTables;

beforeAll(async () => {
  tables = await testTables();
});

const CODE = 'https://vm.tiktok.com/ZMF6rgvXY';
const VIDEO = 'https://www.tiktok.com/@bella/video/7106594312292453675';

type Source =
  | 'an upload'
  | 'what is said in an upload'
  | 'a link'
  | 'a code'
  | 'a code of a video that is there';

const isUpload = (about: Source) => about.endsWith('an upload');

/** A queued job that owes its caller a webhook. */
async function queued(about: Source) {
  const service = testService(tables);
  const caller = await service.caller();
  const { upload_id } = await service.receiveUpload(caller, `bytes of ${caller.orgId}`);
  service.web.leads.set(CODE, VIDEO);
  if (about === 'a code of a video that is there') {
    await service.frames(caller, { url: VIDEO, detail: 'single', start: 1, transcribe: false });
  }
  const url = about === 'a link' ? 'https://media.example/a.mp4' : CODE;
  const call = {
    ...(isUpload(about) ? { upload_id } : { url }),
    ...{ start: 1, end: 2, sync: false, webhook_url: 'https://receiver.example/' },
  };
  const { body } =
    about === 'what is said in an upload'
      ? await service.transcript(caller, call)
      : await service.frames(caller, { ...call, detail: 'detail', transcribe: false });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const { records, ledger } = tables;
  const now = service.clock.now.toISOString();
  const run = { records, ledger, message, now, leads: [...service.web.leads] };
  return { service, caller, message, run, job: () => service.jobs.find(caller.orgId, body.job_id) };
}

/** Kills the worker at a step, then delivers the message again, and looks at what is left of it all. */
async function killedAt(about: Source, step: number, when: 'after' | 'during') {
  const { service, caller, message, run, job } = await queued(about);
  const { signal } = await killedRun({ ...run, kill: { step, when } });
  service.clock.now = new Date(service.clock.now.getTime() + 61_000);
  for (let delivery = 0; delivery < DELIVERIES; delivery += 1) await service.deliver(message);
  const { ledger } = await service.getCredits(caller, 200);
  const deliveries = await dynamoDeliveries(tables.db, tables.records).list(caller.orgId, 10);
  return {
    signal,
    status: (await job())?.status,
    moved: ledger.filter(({ job_id }) => job_id === message.jobId).map(({ reason }) => reason),
    fetches: await fetchedVideos(caller.orgId),
    webhooks: deliveries.map(({ id, attempts }) => [id, attempts]),
    expected: [[message.jobId.replace('job_', 'msg_'), 0]],
  };
}

/** Videos that the organization has by link. */
async function fetchedVideos(orgId: string): Promise<number> {
  const { Items = [] } = await tables.db.send(
    new QueryCommand({
      TableName: tables.records,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      FilterExpression: 'platform <> :upload AND attribute_exists(source_key)',
      ExpressionAttributeValues: { ':pk': `ORG#${orgId}`, ':sk': 'VIDEO#', ':upload': 'upload' },
      ConsistentRead: true,
    }),
  );
  return Items.length;
}

const STEPS = ['fetches.rename', 'fetches.follow', 'fetches.complete'];
const STEPS_OF = {
  'an upload': [],
  'what is said in an upload': [],
  'a link': ['fetches.complete'],
  'a code': ['fetches.rename', 'fetches.complete'],
  'a code of a video that is there': ['fetches.rename', 'fetches.follow'],
};

test.each([
  ['an upload', TIMES],
  ['what is said in an upload', 2],
  ['a link', 2],
  ['a code', 2],
  ['a code of a video that is there', 2],
] as const)(
  'a worker of %s killed at any step leaves one charge, one end and one webhook',
  async (about, times) => {
    const { run, job } = await queued(about);
    const { steps, signal } = await killedRun(run);
    expect([signal, (await job())?.status]).toEqual([null, 'succeeded']);
    expect(steps).toEqual(expect.arrayContaining(['runs.start', 'runs.charge', 'runs.succeed']));
    expect(STEPS.filter((step) => steps.includes(step))).toEqual(STEPS_OF[about]);

    const kills = steps.flatMap((_, step) =>
      Array.from({ length: times }, (__, time) => [step, time % 2 ? 'during' : 'after'] as const),
    );
    // Two at a time, as many as a small machine has cores.
    for (let at = 0; at < kills.length; at += 2) {
      const ends = await Promise.all(
        kills.slice(at, at + 2).map(async ([step, when]) => ({
          step: steps[step],
          when,
          ...(await killedAt(about, step, when)),
        })),
      );
      for (const { expected, ...end } of ends) {
        expect(end).toEqual({
          step: end.step,
          when: end.when,
          signal: 'SIGKILL',
          status: 'succeeded',
          moved: [about === 'what is said in an upload' ? 'transcript' : 'frames:detail'],
          fetches: isUpload(about) ? 0 : 1,
          webhooks: expected,
        });
      }
    }
  },
  300_000,
);
