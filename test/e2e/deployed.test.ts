import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { peopleOf } from '../../bin/people.ts';
import { dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { NewApiKey } from '../../layers/domain/accounts/api-keys.ts';
import { Batch, BatchCreated } from '../../layers/domain/batches/batch.ts';
import { FramesRequest, FramesResult } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { Health } from '../../layers/domain/health.ts';
import { Member } from '../../layers/domain/identity/member.ts';
import { ConnectionList } from '../../layers/domain/oauth/connection.ts';
import { Answer } from '../../layers/domain/questions/question.ts';
import { blockTableKey } from '../../layers/domain/sources/block-table.ts';
import { TranscriptResult } from '../../layers/domain/transcript/transcript.ts';
import { PutTarget, UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { VideoList } from '../../layers/domain/videos/video-list.ts';
import { WebhookDeliveryList } from '../../layers/domain/webhooks/webhook-delivery.ts';
import { type ApiCaller, apiCaller } from '../support/api-caller.ts';
import { paddedClip } from '../support/clips/padded-clip.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { type DeployedService, deployedService } from '../support/deployed/deployed-service.ts';
import { deployment, SENDER } from '../support/deployed/deployment.ts';
import { localAccount } from '../support/deployed/local-account.ts';
import { start } from '../support/durable/local-backend.ts';
import { OAuthBrowser } from '../support/oauth-browser.ts';
import { OAuthProgram } from '../support/oauth-client.ts';
import { codeIn, personBrowser } from '../support/person-browser.ts';
import { testService } from '../support/service.ts';

const run = promisify(execFile);
const POLL_MS = 500;
const EMAIL = 'owner@video-reader.example';

let dir: string;
let account: Awaited<ReturnType<typeof localAccount>>;
let service: DeployedService;
let org: { org_id: string; api_key: string };
let caller: ApiCaller;
let cookie: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'deployed-'));
  const { cloud, image } = await deployment(dir);
  account = await localAccount();
  service = await deployedService(cloud, image, account);
  await smallClip(dir);
  const { administer } = testService(service.tables);
  org = await administer.createOrg('pro', 100_000 as never);
  caller = apiCaller(service.baseUrl, org.api_key);
});

afterAll(async () => {
  await service.stop();
  await account.stop();
  await rm(dir, { recursive: true, force: true });
});

const bytesOf = (file: string) => readFile(join(dir, file));
const asPerson = (method: string, path: string, body?: object) =>
  fetch(service.baseUrl + path, {
    method,
    headers: {
      cookie,
      origin: service.baseUrl,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const sendTo = (name: string, message: object) => {
  const url = service.functions.flatMap(({ made }) => made.variables[name] ?? [])[0];
  const MessageBody = JSON.stringify(message);
  return account.sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
};

const functionNamed = (id: string) => service.functions.find(({ made }) => made.id.includes(id));

/** A second of video in so many bytes of its own. */
async function clipOf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  await paddedClip(join(dir, 'padded.mp4'), bytes);
  return new Uint8Array(await bytesOf('padded.mp4'));
}

let uploadId: string;
let videoId: string;

test('the tools that the image holds are started, and everything says what it is', async () => {
  const health = await caller.get(Health, '/healthz');
  expect(health).toMatchObject({ status: 'ok', answerer: expect.stringContaining('Bedrock') });
  const reference = ['/docs', '/docs/swagger-ui.js', '/docs/swagger-ui.css', '/llms.txt'];
  for (const path of ['/openapi.json', '/v1/detail-levels', ...reference]) {
    expect([path, (await caller.send(path)).status]).toEqual([path, 200]);
  }
});

test('a file is taken in each of the four ways', async () => {
  const form = await caller.upload(join(dir, 'clip.mp4'));
  ({ upload_id: uploadId } = form);
  videoId = form.video.id;

  const ticket = await caller.post(UploadTicket, '/v1/uploads/tickets');
  await quickFfmpeg('-i', join(dir, 'clip.mp4'), '-c:v', 'ffv1', join(dir, 'editing.mkv'));
  const byTicket = await fetch(ticket.upload_url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await bytesOf('editing.mkv')),
  });
  expect(UploadResult.parse(await byTicket.json()).video.width).toBe(160);

  const begin = (bytes: number) =>
    caller.post(PutTarget, '/v1/uploads/direct', { filename: 'b.mp4', bytes });
  const put = async (
    { put: { url, headers } }: Pick<PutTarget, 'put'>,
    body: Uint8Array<ArrayBuffer>,
  ) => expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
  const second = await clipOf(200_000);
  const target = await begin(second.length);
  await put(target, second);
  const path = new URL(target.complete_url).pathname;
  expect((await caller.post(UploadResult, path)).received_bytes).toBe(second.length);

  // Its event is what makes it a video; its first addresses may have ended before it was sent.
  const third = await clipOf(300_000);
  const late = await begin(third.length);
  const fresh = await caller.send(`/v1/uploads/direct/${late.upload_id}/parts`, { method: 'POST' });
  expect(fresh.status).toBe(200);
  await put((await fresh.json()) as PutTarget, third);
  const taken = async (): Promise<number> => {
    const { videos } = await caller.get(VideoList, '/v1/videos');
    return videos.length > 3 ? videos.length : wait(POLL_MS).then(taken);
  };
  expect(await taken()).toBe(4);
});

test('a video is read, heard, asked about, and comes to the same by a tool', async () => {
  const frames = await caller.post(FramesResult, '/v1/frames', { upload_id: uploadId });
  const sheet = await fetch(frames.sheets[0]?.url ?? '');
  expect((await sheet.arrayBuffer()).byteLength).toBe(frames.sheets[0]?.bytes);
  const heard = await caller.post(TranscriptResult, '/v1/transcript', { upload_id: uploadId });
  expect(heard.segments).toEqual([]);
  const answer = await caller.post(Answer, '/v1/watch_video', { upload_id: uploadId });
  expect(answer.answer).toContain('It begins.');
  expect((await caller.send(`/v1/jobs/${frames.job_id}`)).status).toBe(200);
  expect((await caller.send('/v1/jobs')).status).toBe(200);
  const tools = await caller.send('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(await tools.text()).toContain('watch_video');
});

test('the doctor finds the deployed service healthy', async () => {
  const { stdout } = await run(
    process.execPath,
    ['bin/admin.ts', 'doctor', '--base-url', service.baseUrl, '--json'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        AWS_REGION: account.region,
        ...account.variables,
        RECORDS_TABLE: service.tables.records,
        LEDGER_TABLE: service.tables.ledger,
      },
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ healthy: true });
});

test('a batch ends, and what ended can be cancelled no more', async () => {
  const items = [{ upload_id: uploadId, question: 'How does it begin?' }];
  const { batch_id } = await caller.post(BatchCreated, '/v1/batches', { items });
  const ended = async (): Promise<string> => {
    const { status } = await caller.get(Batch, `/v1/batches/${batch_id}`);
    return status === 'queued' || status === 'running' ? wait(POLL_MS).then(ended) : status;
  };
  expect(await ended()).toBe('succeeded');
  const cancelled = await caller.send(`/v1/batches/${batch_id}/cancel`, { method: 'POST' });
  expect(Batch.parse(await cancelled.json()).status).toBe('succeeded');
  const { job_id } = await caller.post(FramesResult, '/v1/frames', { upload_id: uploadId });
  const late = await caller.send(`/v1/jobs/${job_id}/cancel`, { method: 'POST' });
  expect(await late.json()).toMatchObject({ status: 'succeeded' });
});

test('a link to an inside address is dialled by nobody', async () => {
  const url = `${service.baseUrl}/clip.mp4`;
  const link = { url, canonical: url, platform: 'web' };
  expect(
    await functionNamed('FetchFunction')?.invoke({ kind: 'find', access: {}, link }),
  ).toMatchObject({
    json: { refused: { message: expect.stringContaining('The link is not followed') } },
  });
  const { error } = await caller.refusedPost('/v1/frames', { url });
  expect(error.type).toBe('invalid_request');
});

test('a code comes by mail, and signs a person in to keys and programs', async () => {
  await peopleOf(service.tables).add(org.org_id, EMAIL, 'owner');
  const browser = personBrowser(service.baseUrl);
  const page = await browser.ask(EMAIL);
  const mail = await account.outside.mailTo(EMAIL);
  expect(account.outside.mails).toMatchObject([{ from: SENDER }]);
  expect((await browser.enter(page, codeIn(mail))).status).toBe(303);
  cookie = await browser.cookies();
  expect((await asPerson('GET', '/v1/session')).status).toBe(200);

  const key = NewApiKey.parse(await (await asPerson('POST', '/v1/keys', { name: 'one' })).json());
  const path = `/v1/keys/${key.key_id}`;
  expect((await asPerson('PATCH', path, { name: 'two' })).status).toBe(200);
  expect((await asPerson('GET', '/v1/keys')).status).toBe(200);
  expect((await asPerson('DELETE', path)).status).toBe(200);
  expect((await asPerson('POST', '/v1/webhook-secret/rotate')).status).toBe(200);
  const added = await asPerson('POST', '/v1/members', { email: 'second@example.com' });
  const { user_id } = Member.parse(await added.json());
  expect((await asPerson('GET', '/v1/members')).status).toBe(200);
  expect((await asPerson('DELETE', `/v1/members/${user_id}`)).status).toBe(200);

  const program = await OAuthProgram.register(service.baseUrl);
  const { access } = await program.connect(
    new OAuthBrowser(/video_reader_session=[^;]+/.exec(cookie)?.[0]),
  );
  expect((await apiCaller(service.baseUrl, access).send('/v1/credits')).status).toBe(200);
  const listed = await (await asPerson('GET', '/v1/connections')).json();
  const [connection] = ConnectionList.parse(listed).connections;
  const end = await asPerson('DELETE', `/v1/connections/${connection?.connection_id}`);
  expect(end.status).toBe(200);
  expect((await asPerson('DELETE', '/v1/session')).status).toBe(200);
});

test('a webhook whose address became an inside one is tried, not delivered, and sent again', async () => {
  const other = testService(service.tables, () => undefined);
  const principal = {
    ...(await other.caller()),
    orgId: org.org_id,
  };
  const { upload_id } = await other.receiveUpload(principal, randomUUID());
  const webhook_url = `${service.baseUrl}/hook`;
  await other.frames(principal, { upload_id, detail: 'overview', sync: false, webhook_url });
  await other.workOff();
  const list = () => caller.get(WebhookDeliveryList, '/v1/webhooks/deliveries');
  const { deliveries } = await list();
  const [delivery] = deliveries;
  await sendTo('WEBHOOK_QUEUE_URL', { org_id: org.org_id, delivery_id: delivery?.id });
  const attempted = async (): Promise<object | null> => {
    const [now] = (await list()).deliveries;
    return now?.last_response ?? wait(POLL_MS).then(attempted);
  };
  expect(await attempted()).toMatchObject({ status: null, error: expect.any(String) });
  const again = `/v1/webhooks/deliveries/${delivery?.id}/resend`;
  expect((await caller.send(again, { method: 'POST' })).status).toBe(200);
});

test('a long read is cut and decoded by a function that has no rights', async () => {
  const { db, records } = service.tables;
  const video = await dynamoVideos(db, records).find(org.org_id, videoId);
  if (!video) throw new Error('the video is gone');
  const { source_key, size_bytes, probe } = video;
  const bucket = functionNamed('LongReadFunction')?.made.variables['BUCKET'] ?? '';
  const artifacts = s3Artifacts(objectClient(account.store), bucket);
  const asked = FramesRequest.parse({ url: videoId, detail: 'standard', signals: 'full' });
  const read = { probe, plan: planFrames(asked, probe), segments: 2, readsText: false };
  const source = {
    url: await artifacts.signedUrl(source_key, 60),
    tableUrl: await artifacts.signedUrl(blockTableKey(source_key), 60),
    length: size_bytes,
  };
  for (const id of ['DecodeFunction', 'DecodeSoundFunction']) {
    expect(await functionNamed(id)?.invoke({ kind: 'cut', source, ...read })).toMatchObject({
      json: { parts: [{ kind: 'pictures', from: null }] },
    });
  }
  // Of a job that has ended nothing is decoded; that needs no decoder, and ends as it should.
  const run = { orgId: org.org_id, jobId: 'job_ended', run: randomUUID() };
  const media = { source_key, size_bytes };
  const place = `orgs/${org.org_id}/videos/${videoId}/results/none`;
  const name = functionNamed('LongReadFunction')?.made.id ?? '';
  const { client, executions } = service.durable;
  const arn = await start(client, run.run, { ...read, run, media, place }, name);
  expect((await (await executions.find(arn)).ended).status).toBe('SUCCEEDED');
  const hearing = {
    run,
    media,
    place,
    probe: read.probe,
    window: [0, 1],
    language: 'en',
    notes: [],
  };
  const transcript = functionNamed('TranscriptFunction')?.made.id ?? '';
  const heard = await start(client, run.run, hearing, transcript);
  expect((await (await executions.find(heard)).ended).status).toBe('SUCCEEDED');
  // Nobody waits for the words of a window, or for a transcription, that there is not.
  const window = { name: 'none', folder: `${place}/window-1/`, language: 'en' };
  await sendTo('RECOGNISE_QUEUE_URL', { org_id: org.org_id, ...window });
  const ended = { detail: { TranscriptionJobName: 'video-reader-window-none' } };
  await functionNamed('Eventtranscribed')?.invoke(ended);
  // Nor is there anything to draw.
  await sendTo('MERGE_QUEUE_URL', { org_id: org.org_id, job_id: 'job_ended' });
  const called = (): boolean =>
    ['Workermerge', 'Workerrecognise'].every((id) => functionNamed(id)?.wasCalled === true);
  while (!called()) await wait(POLL_MS);
});

test('an erased video is gone, and the clock finds nothing left to do', async () => {
  const erased = await caller.send(`/v1/videos/${videoId}`, { method: 'DELETE' });
  expect(erased.status).toBe(200);
  expect((await caller.send(`/v1/videos/${videoId}`, { method: 'DELETE' })).status).toBe(404);
  await service.ring();
});

test('every function of the templates has answered an event, and none failed', async () => {
  const silent = service.functions.filter(({ wasCalled }) => !wasCalled);
  expect(silent.map(({ made }) => made.id)).toEqual([]);
  expect(service.defects).toEqual([]);
  expect(account.strays).toEqual([]);
});
