import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { findObjects } from '../../bin/find-objects.ts';
import { findTables } from '../../bin/find-tables.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { admin as adminHere } from '../support/admin.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess({ ownDatabase: true });
});
afterAll(() => endService(service));

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
async function upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<UploadResult> {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const response = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: form,
  });
  return UploadResult.parse(await response.json());
}
const frames = async (upload_id: string) =>
  FramesResult.parse((await call('POST', '/v1/frames', { upload_id, transcribe: false })).body);

/** Does something to the folder of a service that is down meanwhile. */
async function whileDown(work: () => Promise<unknown>): Promise<void> {
  await service.stop();
  await work();
  service = await startServiceProcess({ ownDatabase: true, dataDir: service.dataDir });
}
/** Everything in the tables and the names of all objects, as text. */
async function everything(): Promise<string> {
  const env = { DATA_DIR: service.dataDir };
  const { db, records } = await findTables(env);
  const { client, bucket } = await findObjects(env);
  const { Items = [] } = await db.send(new ScanCommand({ TableName: records }));
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  db.destroy();
  client.destroy();
  return JSON.stringify([Items, Contents.map(({ Key }) => Key)]);
}

const admin = async (...command: string[]): Promise<unknown> =>
  JSON.parse(await adminHere([...command, '--json'], { DATA_DIR: service.dataDir }));

test('what was erased after a backup is erased anew when the backup is put back', async () => {
  const clip = await smallClip(service.dataDir);
  const first = await upload(clip, 'Secret title.mp4');
  const second = await upload(clip, 'Other title.mp4');
  // Bytes behind the end of an MP4 make it another file.
  const kept = await upload(new Uint8Array([...clip, 0, 0, 0, 8, 102, 114, 101, 101]), 'kept.mp4');
  const { job_id } = await frames(first.upload_id);
  await frames(kept.upload_id);
  const tables = join(service.dataDir, 'dynamodb');
  const backup = join(service.dataDir, 'backup');
  await whileDown(() => cp(tables, backup, { recursive: true }));
  expect((await readdir(backup)).some((name) => name.endsWith('.db'))).toBe(true);
  expect((await call('DELETE', `/v1/videos/${first.video.id}`)).status).toBe(200);
  await whileDown(async () => {
    await rm(tables, { recursive: true });
    await cp(backup, tables, { recursive: true });
  });

  const traces = [first.video.id, first.upload_id, second.upload_id, job_id, 'Secret title'];
  const restored = await everything();
  for (const trace of traces) expect(restored).toContain(trace);

  expect(await admin('replay-erasures')).toMatchObject({ videos: 1 });
  const left = await everything();
  for (const trace of traces) expect([trace, left.includes(trace)]).toEqual([trace, false]);
  expect((await call('GET', `/v1/jobs/${job_id}`)).status).toBe(404);
  expect((await frames(kept.upload_id)).cache_hit).toBe(true);
});

test('an organization is erased by its id said twice, and nothing of it is left', async () => {
  const { orgId } = service;
  const erase = ['org', 'erase', '--org', orgId];
  await expect(admin(...erase)).rejects.toMatchObject({
    stderr: expect.stringContaining(`--repeat ${orgId}`),
  });
  expect((await call('GET', '/v1/jobs')).status).toBe(200);
  expect(await admin(...erase, '--repeat', orgId)).toMatchObject({ ledger: 'kept' });
  expect((await call('GET', '/v1/jobs')).status).toBe(401);
  expect(await everything()).not.toContain(orgId);
  expect(await admin('org', 'show', '--org', orgId)).toMatchObject({ org_id: orgId, name: null });
});
