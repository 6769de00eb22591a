/**
 * `npm run bench:api`: calls a second, their times, and what each call asks of the engines, for the
 * calls that are made most: one whose answer is stored, the list of jobs, one that is queued.
 * Compared in the same run with the same gateway on a route that does nothing. Everything is on
 * this machine: the load, the service and its database share its cores.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { makeClip } from '../../bin/demo/make-clip.ts';
import type { EngineAccess } from '../../local/engine-access.ts';
import { TABLE_NAMES } from '../../local/service/environment.ts';
import { type Addresses, type Caller, callers, PAID } from './callers.ts';
import type { Counts } from './count-requests.ts';
import type { Ask } from './counted-service.ts';
import { type Load, load, type Request } from './load.ts';

/**
 * Bare requests to the database, one after the other, to tell its share of a call's time from ours.
 */
async function databaseFloor(dynamodb: string, access: EngineAccess): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: dynamodb,
    ...access,
  });
  const Key = { pk: { S: 'BENCH' }, sk: { S: 'BENCH' } };
  const TableName = TABLE_NAMES.RECORDS_TABLE;
  const update = {
    TableName,
    Key,
    UpdateExpression: 'ADD calls :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  };
  const times = async (send: () => Promise<unknown>): Promise<string> => {
    const took: number[] = [];
    for (let time = 0; time < 60; time += 1) {
      const began = performance.now();
      await send();
      took.push(performance.now() - began);
    }
    return (took.sort((a, b) => a - b)[30] ?? Number.NaN).toFixed(2);
  };
  const get = await times(() => client.send(new GetItemCommand({ TableName, Key })));
  const write = await times(() => client.send(new UpdateItemCommand(update)));
  const both = await times(() =>
    client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: update }] })),
  );
  client.destroy();
  console.log(
    `\nOne bare request to DynamoDB Local, p50: GetItem ${get} ms, UpdateItem ${write} ms, TransactWriteItems of one ${both} ms.`,
  );
}

/** Each lane is a caller of its own: the calls of one organization take turns at its account. */
const LANES = 8;
/** Queued jobs hold a slot each, and the largest plan has 64. */
const QUEUED_PER_LANE = 45;
const CALLS_PER_LANE = 60;

interface Case {
  readonly name: string;
  readonly url: string;
  /** The call that a caller makes for the `at`-th time. */
  readonly request: (caller: Caller, at: number) => Request;
  readonly perLane: number;
}

const ask = async <T>(child: ChildProcess, what: Ask): Promise<T> => {
  const answer = once(child, 'message');
  child.send(what);
  const [message] = await answer;
  return message as T;
};

const frames = ({ headers, uploadId }: Caller, body: object): Request => ({
  method: 'POST',
  path: '/v1/frames',
  headers,
  body: JSON.stringify({ upload_id: uploadId, ...body }),
});

const each = (counts: Counts, calls: number): string =>
  Object.entries(counts)
    .sort()
    .map(([name, count]) => `${Number((count / calls).toFixed(2))} ${name}`)
    .join(', ') || 'none';

const sumOf = (counts: Counts, service: string, calls: number): number => {
  const named = Object.entries(counts).filter(([name]) => name.startsWith(service));
  return Number((named.reduce((sum, [, count]) => sum + count, 0) / calls).toFixed(2));
};

async function measure(child: ChildProcess, made: readonly Caller[]): Promise<void> {
  const { baseUrl, floorUrl } = await ask<{ baseUrl: string; floorUrl: string }>(child, 'open');
  const cases: readonly Case[] = [
    {
      name: 'floor: GET of a route that does nothing',
      url: floorUrl,
      request: () => ({ method: 'GET', path: '/nothing' }),
      perLane: 500,
    },
    {
      name: 'POST /v1/frames, paid for and stored',
      url: baseUrl,
      request: (caller) => frames(caller, PAID),
      perLane: CALLS_PER_LANE,
    },
    {
      name: 'GET /v1/jobs',
      url: baseUrl,
      request: ({ headers }) => ({ method: 'GET', path: '/v1/jobs', headers }),
      perLane: CALLS_PER_LANE,
    },
    {
      name: 'POST /v1/frames, queued',
      url: baseUrl,
      request: (caller, at) =>
        frames(caller, { sync: false, detail: 'detail', start: at / 10, end: 1 + at / 10 }),
      perLane: QUEUED_PER_LANE,
    },
  ];
  const lane = ({ request }: Case, caller: Caller, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => request(caller, from + at));
  const line = (name: string, lanes: number, took: Load, counts: Counts) => {
    const { calls, perSecond, p50, p99 } = took;
    const cells = [String(calls), perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
    const requests = ['DynamoDB', 'S3', 'SQS'].map((engine) => sumOf(counts, engine, calls));
    console.log(`| ${[name, lanes, ...cells, ...requests].join(' | ')} |`);
  };
  console.log(
    '| call | lanes | calls | calls/s | p50 ms | p99 ms | DynamoDB requests/call | S3 | SQS |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const told: string[] = [];
  for (const one of cases) {
    const [first] = made;
    if (!first) throw new Error('no caller');
    const part = Math.floor(one.perLane / 3);
    // Handlers are loaded and compiled by the first calls.
    await load(one.url, [lane(one, first, 0, Math.min(10, part))]);
    await ask<Counts>(child, 'take counts');
    const alone = await load(one.url, [lane(one, first, 10, part)]);
    const counts = await ask<Counts>(child, 'take counts');
    line(one.name, 1, alone, counts);
    told.push(`- ${one.name}: ${each(counts, alone.calls)}`);
    const others = made.slice(1).map((caller) => lane(one, caller, 0, one.perLane));
    const together = await load(one.url, others);
    line(one.name, others.length, together, await ask<Counts>(child, 'take counts'));
  }
  console.log(`\nRequests of one call:\n${told.join('\n')}`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-api-'));
const clip = join(dataDir, 'clip.mp4');
await makeClip(clip);
const child = fork(join(import.meta.dirname, 'counted-service.ts'), {
  env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'WARN' },
});
const gone = once(child, 'exit');
try {
  const addresses = await ask<Addresses>(child, 'open');
  const made = await callers(addresses, clip, LANES + 1);
  // What is queued from here on stays so: nothing is drawn beside the measurement.
  await ask(child, 'stop workers');
  await measure(child, made);
  await databaseFloor(addresses.dynamodb, addresses.access);
} finally {
  if (child.connected) child.disconnect();
  await gone;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
