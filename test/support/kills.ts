import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { NO_DAMAGE } from '../../layers/domain/sources/damage.ts';
import { type KilledRun, killedRun } from './processes/killed-run.ts';
import { testService } from './service.ts';
import type { TestTables } from './tables.ts';

const CODE = 'https://vm.tiktok.com/ZMF6rgvXY';
const VIDEO = 'https://www.tiktok.com/@bella/video/7106594312292453675';

/** What a worker may be killed over, and the steps of its fetch. */
export const STEPS_OF_FETCH = {
  'an upload': [],
  'a damaged upload': [],
  'what is said in an upload': [],
  'a link': ['fetches.complete'],
  'a code': ['fetches.rename', 'fetches.complete'],
  'a code of a video that is there': ['fetches.rename', 'fetches.follow'],
} as const;

export type Source = keyof typeof STEPS_OF_FETCH;
export type Kill = NonNullable<KilledRun['kill']>;

const isUpload = (about: Source) => about.endsWith(' upload');
/** Half of the window that is asked for. */
const LOST = [[1.5, 2]] as const;

/** What is left of a job whose worker was killed. */
export interface EndOfKill {
  readonly step: string | undefined;
  readonly when: Kill['when'];
  readonly signal: string | null;
  readonly status: string | undefined;
  readonly moved: readonly string[];
  readonly fetches: number;
  /** Webhooks, whether they are the job's, and how often they were sent. */
  readonly webhooks: readonly (readonly [isOfJob: boolean, attempts: number])[];
}

/** What must be left, wherever the worker was killed. */
export const rightEnd = (about: Source) => ({
  signal: 'SIGKILL',
  status: 'succeeded',
  moved: [
    ...(about === 'a damaged upload' ? ['refund:damaged'] : []),
    about === 'what is said in an upload' ? 'transcript' : 'frames:detail',
  ],
  fetches: isUpload(about) ? 0 : 1,
  webhooks: [[true, 0]],
});

/** A queued job that owes its caller a webhook. */
async function queued(tables: TestTables, about: Source) {
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
    start: 1,
    end: 2,
    sync: false,
    webhook_url: 'https://receiver.example/',
  };
  const { body } =
    about === 'what is said in an upload'
      ? await service.transcript(caller, call)
      : await service.frames(caller, { ...call, detail: 'detail', transcribe: false });
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const { records, ledger } = tables;
  const now = service.clock.now.toISOString();
  const lost = about === 'a damaged upload' ? LOST : [];
  service.engine.damage = { ...NO_DAMAGE, lost };
  const run = { records, ledger, message, now, lost, leads: [...service.web.leads] };
  return { service, caller, message, run, job: () => service.jobs.find(caller.orgId, body.job_id) };
}

/** The steps of a worker that nobody kills, and how its job ended. */
export async function stepsOf(tables: TestTables, about: Source) {
  const { run, job } = await queued(tables, about);
  const { steps, signal } = await killedRun(run);
  return { steps, signal, status: (await job())?.status };
}

/** Kills the worker at steps, two at a time, as many as a small machine has cores. */
export async function endsOfKills(
  tables: TestTables,
  about: Source,
  {
    steps,
    kills,
    deliveries,
  }: {
    readonly steps: readonly string[];
    readonly kills: readonly Kill[];
    readonly deliveries: number;
  },
): Promise<EndOfKill[]> {
  const ends: EndOfKill[] = [];
  for (let at = 0; at < kills.length; at += 2) {
    const pair = kills.slice(at, at + 2).map(async (kill) => ({
      step: typeof kill.step === 'number' ? steps[kill.step] : kill.step,
      when: kill.when,
      ...(await killedAt(tables, about, kill, deliveries)),
    }));
    ends.push(...(await Promise.all(pair)));
  }
  return ends;
}

/**
 * Kills the worker at a step, then delivers the message again, and looks at what is left of it all.
 */
async function killedAt(tables: TestTables, about: Source, kill: Kill, deliveries: number) {
  const { service, caller, message, run, job } = await queued(tables, about);
  const { signal } = await killedRun({ ...run, kill });
  service.clock.now = new Date(service.clock.now.getTime() + 61_000);
  for (let delivery = 0; delivery < deliveries; delivery += 1) await service.deliver(message);
  const { ledger } = await service.getCredits(caller, 200);
  const told = await dynamoDeliveries(tables.db, tables.records).list(caller.orgId, 10);
  const ofJob = message.jobId.replace('job_', 'msg_');
  return {
    signal,
    status: (await job())?.status,
    moved: ledger.filter(({ job_id }) => job_id === message.jobId).map(({ reason }) => reason),
    fetches: await fetchedVideos(tables, caller.orgId),
    webhooks: told.map(({ id, attempts }) => [id === ofJob, attempts] as const),
  };
}

/** Videos that the organization has by link. */
async function fetchedVideos(tables: TestTables, orgId: string): Promise<number> {
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
