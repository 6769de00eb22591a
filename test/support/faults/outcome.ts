import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import type { JobRecord } from '../../../layers/domain/jobs/job-record.ts';
import { VideoRecord } from '../../../layers/domain/videos/video-record.ts';
import { WebhookEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { testService } from '../service.ts';
import { Refused, until } from './caller.ts';
import type { Caller, FaultyService } from './faulty-service.ts';
import { type Had, type Scene, type Staged, sha256 } from './scenes.ts';

/** What is left of a scene, as far as it is the same each time that nothing is broken. */
export interface Outcome {
  /** The error type that the caller was left with; `none` when it was no ApiError. */
  readonly refused: string | undefined;
  /** The caller's job as it ended, or was when the wait for it was over. */
  readonly result: unknown;
  readonly sheets: readonly string[];
  readonly jobs: readonly { readonly status: string; readonly error: string | undefined }[];
  /** Hundredths of credits that the jobs took, and gave back. */
  readonly ledger: readonly { readonly reason: string; readonly delta: number }[];
  /** Whether the wallets hold what the entries say. */
  readonly balanced: boolean;
  /** Webhooks by their id, each as often as another body came with it. */
  readonly webhooks: readonly string[];
  readonly forged: number;
  /** Of each video: whether a working copy is its source, and what lies in the store. */
  readonly sources: readonly {
    readonly copied: boolean;
    readonly source: string | undefined;
    readonly master: string | undefined;
  }[];
}

/** Longer than the first waits of a webhook that fails. */
const TOLD_MS = 90_000;
const ENDED_MS = 240_000;

/** Plays a scene's second half; then waits until nothing of it is under way. */
export async function played(scene: Scene, on: Staged, prepared: string): Promise<Had | Refused> {
  const { service, caller } = on;
  const had = await scene.act(on, prepared).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  const { jobs } = testService(service.tables);
  const ended = await until(async () => {
    const all = await jobs.list(caller.orgId, 100);
    return all.every(({ finished_at }) => finished_at !== null) ? all : undefined;
  }, ENDED_MS);
  const told = ended?.length ?? 0;
  await until(
    async () => (webhooksTo(service, caller).length >= told ? true : undefined),
    told > 0 ? TOLD_MS : 0,
  );
  return had;
}

const webhooksTo = ({ outside }: FaultyService, { webhookPath }: Caller): string[] => {
  const mine = outside.taken.filter(({ path }) => path === webhookPath);
  const bodies = new Set(mine.map(({ id, body }) => `${id} ${body}`));
  return [...bodies].map(
    (told) => WebhookEvent.parse(JSON.parse(told.slice(told.indexOf(' ')))).type,
  );
};

/** What is left, asked for without a fault on the way. */
export async function outcomeOf(
  on: Staged,
  had: Had | Refused,
  { joins = false }: Pick<Scene, 'joins'>,
): Promise<Outcome> {
  const { service, caller } = on;
  const { jobs, accounts } = testService(service.tables);
  const { job, upload } = had instanceof Refused ? {} : had;
  const result = job?.result ?? upload;
  const rows: JobRecord[] = await jobs.list(caller.orgId, 100);
  const entries = await accounts.entries(caller.orgId, 200);
  const account = await accounts.find(caller.orgId);
  const held = account && account.plan + account.topup + account.tool;
  return {
    refused: had instanceof Refused ? (had.type ?? 'none') : undefined,
    result: JSON.parse(withoutNames(result ?? null)),
    sheets: await sheetsIn(result),
    jobs: rows.map(({ status, error }) => ({ status, error: error?.type })),
    ledger: entries
      .filter(({ job_id }) => job_id !== null)
      .map(({ reason, delta }) => ({ reason, delta })),
    balanced: held === entries.reduce((sum, { delta }) => sum + delta, 0),
    webhooks: webhooksTo(service, caller),
    forged: service.outside.forged.length,
    sources: await sourcesOf(on, joins),
  };
}

/** Without what is new each time: ids, addresses, ports. */
const withoutNames = (result: unknown): string =>
  JSON.stringify(result, (name, value: unknown) => (name === 'url' ? undefined : value))
    .replaceAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1')
    .replaceAll(/localhost:\d+/g, 'localhost');

async function sheetsIn(result: unknown): Promise<string[]> {
  const { data } = FramesResult.safeParse(result);
  const digests: string[] = [];
  for (const { url = '' } of data?.sheets ?? []) {
    const response = await fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    digests.push(response.ok ? sha256(bytes) : `answered ${response.status}`);
  }
  return digests;
}

async function sourcesOf({ service, caller }: Staged, joins: boolean): Promise<Outcome['sources']> {
  const { db, records } = service.tables;
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: records,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      FilterExpression: 'attribute_exists(source_key)',
      ExpressionAttributeValues: { ':pk': `ORG#${caller.orgId}`, ':sk': 'VIDEO#' },
      ConsistentRead: true,
    }),
  );
  const digestOf = async (key: string | undefined) => {
    const bytes = key === undefined ? undefined : await service.stored(key);
    // What was joined is judged by what is drawn of it.
    return bytes && (joins ? 'there' : sha256(bytes));
  };
  const videos = Items.flatMap((item) => VideoRecord.safeParse(item).data ?? []);
  return Promise.all(
    videos.map(async ({ source_key, master_key }) => ({
      copied: master_key !== undefined,
      source: await digestOf(source_key),
      master: await digestOf(master_key ?? source_key),
    })),
  );
}
