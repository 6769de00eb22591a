import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { exportObjects } from '../../bin/export-objects.ts';
import { openObjectStore } from '../../local/object-store/server.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
const BUCKET = 'objects';

test('an object that goes while others are exported is left out, and the others are there', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'export-'));
  const store = await openObjectStore({ dir, credentials, region: 'us-east-1' });
  store.makeBucket(BUCKET);
  let onRead = async (): Promise<unknown> => undefined;
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url?.includes('/orgs/org_a/one')) await onRead();
    store.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  try {
    const named = (Key: string) => ({ Bucket: BUCKET, Key });
    for (const key of ['orgs/org_a/one', 'orgs/org_a/two', 'orgs/org_b/three'])
      await client.send(new PutObjectCommand({ ...named(key), Body: key }));
    onRead = () => client.send(new DeleteObjectCommand(named('orgs/org_a/two')));
    const folder = join(dir, 'export');
    expect(await exportObjects({ client, bucket: BUCKET }, 'org_a', folder)).toEqual({
      objects: 1,
      bytes: 'orgs/org_a/one'.length,
    });
    const written = await readFile(join(folder, 'objects/orgs/org_a/one'), 'utf8');
    expect(written).toBe('orgs/org_a/one');
  } finally {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
    await rm(dir, { recursive: true });
  }
});
