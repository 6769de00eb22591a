import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { CreditsResult } from '../../layers/domain/accounts/credits-result.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import {
  MultipartTarget,
  PutTarget,
  UploadResult,
  UploadTicket,
} from '../../layers/domain/uploads/upload.ts';
import { type ApiCaller, apiCaller } from '../support/api-caller.ts';
import { isFullBreadth } from '../support/breadth.ts';
import { paddedClip } from '../support/clips/padded-clip.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import type { Account } from '../support/deployed/account.ts';
import { type DeployedService, deployedService } from '../support/deployed/deployed-service.ts';
import { deployment, programOnPath } from '../support/deployed/deployment.ts';
import { motoAccount } from '../support/deployed/moto-account.ts';
import { testService } from '../support/service.ts';

// What the bundles do is held in `deployed.test.ts`; here is another AWS to do it on.
const program = isFullBreadth ? await programOnPath('moto_server') : undefined;
const onMoto = program === undefined ? describe.skip : describe;

const run = promisify(execFile);

// Known differences of moto: it takes any signature, tells nobody of new objects by the wildcard of
// a rule, so that an upload is completed by its call, and its transactions are not isolated from
// each other, so that nothing here races. Nor does it expire rows, alarm, or hold anybody to rights.
onMoto('the bundles on another implementation of AWS, where moto_server is installed', () => {
  let dir: string;
  let account: Account;
  let service: DeployedService;
  let caller: ApiCaller;
  let orgId: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'moto-'));
    const { cloud, image } = await deployment(dir);
    account = await motoAccount(program ?? '');
    service = await deployedService(cloud, image, account);
    const { administer } = testService(service.tables);
    const org = await administer.createOrg('pro', 100_000 as never);
    orgId = org.org_id;
    caller = apiCaller(service.baseUrl, org.api_key);
  });
  afterAll(async () => {
    await service.stop();
    await account.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const clipOf = async (name: string, bytes: number) => {
    await paddedClip(join(dir, name), bytes);
    return new Uint8Array(await readFile(join(dir, name)));
  };
  const complete = (url: string, body?: object) =>
    caller.post(UploadResult, new URL(url).pathname, body);

  test('a file is taken by form, by ticket, in one request and in parts', async () => {
    await clipOf('form.mp4', 100_000);
    expect((await caller.upload(join(dir, 'form.mp4'))).received_bytes).toBe(100_000);

    const ticket = await caller.post(UploadTicket, '/v1/uploads/tickets');
    const byTicket = await fetch(ticket.upload_url, {
      method: 'POST',
      headers: { 'content-type': 'video/mp4' },
      body: await clipOf('ticket.mp4', 110_000),
    });
    expect(UploadResult.parse(await byTicket.json()).received_bytes).toBe(110_000);

    const single = await caller.post(PutTarget, '/v1/uploads/direct', { bytes: 120_000 });
    const { url, headers } = single.put;
    const body = await clipOf('single.mp4', 120_000);
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
    expect((await complete(single.complete_url)).received_bytes).toBe(120_000);

    const size = 100_000_001;
    const target = await caller.post(MultipartTarget, '/v1/uploads/direct', { bytes: size });
    const whole = await clipOf('parts.mp4', size);
    const { part_size, parts } = target.multipart;
    for (const { part_number, url: to } of parts) {
      const part = whole.subarray((part_number - 1) * part_size, part_number * part_size);
      expect((await fetch(to, { method: 'PUT', body: part })).status).toBe(200);
    }
    expect((await complete(target.complete_url)).received_bytes).toBe(size);
  });

  test('sheets are drawn and charged, and what is damaged in a file is given back', async () => {
    const file = join(dir, 'long.mp4');
    const clip = 'testsrc2=duration=20:size=320x180:rate=25';
    await quickFfmpeg('-f', 'lavfi', '-i', clip, '-movflags', '+faststart', file);
    const bytes = new Uint8Array(await readFile(file));
    const form = new FormData();
    form.set('file', new Blob([bytes.fill(0, bytes.length * 0.4, bytes.length * 0.7)]), 'a.mp4');
    const sent = await caller.send('/v1/uploads', { method: 'POST', body: form });
    const { upload_id, video } = UploadResult.parse(await sent.json());

    const read = await caller.post(FramesResult, '/v1/frames', { upload_id, detail: 'standard' });
    const sheet = await fetch(read.sheets[0]?.url ?? '');
    expect((await sheet.arrayBuffer()).byteLength).toBe(read.sheets[0]?.bytes);
    const { topup_balance, ledger } = await caller.get(CreditsResult, '/v1/credits');
    const [last, before] = ledger.map(({ reason }) => reason);
    expect([last, before]).toEqual(['refund:damaged', 'frames:standard']);
    expect(topup_balance).toBeCloseTo(1000 - (read.credits_charged ?? 0), 5);

    const link = read.sheets[0]?.url ?? '';
    const erased = await caller.send(`/v1/videos/${video.id}`, { method: 'DELETE' });
    expect(erased.status).toBe(200);
    expect((await fetch(link)).status).toBe(404);
    expect((await caller.send(`/v1/jobs/${read.job_id}`)).status).toBe(404);
  });

  test('an organization that its operator erases leaves no row, no object and no way in', async () => {
    const { db, records, ledger } = service.tables;
    const bucket = service.functions.find(({ made }) => made.variables['BUCKET'])?.made.variables[
      'BUCKET'
    ];
    const { stdout } = await run(
      process.execPath,
      ['bin/admin.ts', 'org', 'erase', '--org', orgId, '--repeat', orgId, '--json'],
      {
        cwd: join(import.meta.dirname, '../..'),
        env: {
          PATH: process.env['PATH'],
          AWS_REGION: account.region,
          ...account.variables,
          RECORDS_TABLE: records,
          LEDGER_TABLE: ledger,
          BUCKET: bucket,
        },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ org_id: orgId, videos: 4, ledger: 'kept' });
    expect((await caller.send('/v1/credits')).status).toBe(401);
    const { Items } = await db.send(new ScanCommand({ TableName: records }));
    expect(JSON.stringify(Items)).not.toContain(orgId);
    const { AWS_ENDPOINT_URL: endpoint = '' } = account.variables;
    const store = objectClient({ endpoint });
    const { Contents } = await store.send(new ListObjectsV2Command({ Bucket: bucket }));
    store.destroy();
    const kept = Contents?.filter(({ Key }) => !Key?.startsWith('erasures/'));
    expect(kept).toEqual([]);
  });

  test('nothing failed on the way', () => {
    expect(service.defects).toEqual([]);
    expect(account.strays).toEqual([]);
  });
});
