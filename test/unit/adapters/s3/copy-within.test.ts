import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { objectClient } from '../../../../layers/adapters/s3/client.ts';
import { copyWithin } from '../../../../layers/adapters/s3/copy-within.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  '?uploads':
    '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
  '?partNumber': '<CopyPartResult><ETag>"e"</ETag></CopyPartResult>',
  '?uploadId': '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>',
};
/** Bytes that S3 copies while its client waits for a sign of life, by the rate that was seen. */
const IN_TEN_SECONDS = 10 * 80e6;

test('the largest master is copied in parts that each end before the client gives up', async () => {
  const copied: [first: number, last: number][] = [];
  const store = createServer((request, response) => {
    const [, first, last] =
      /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'])) ?? [];
    if (first !== undefined) copied.push([Number(first), Number(last)]);
    const [, query = ''] = /(\?[a-zA-Z]+)/.exec(request.url ?? '') ?? [];
    request.resume().on('end', () => response.end(ANSWERS[query]));
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  process.env['AWS_REGION'] = 'us-east-1';
  const client = objectClient({
    endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const bytes = 50e9;
  const copying = { from: 'orgs/a', to: 'masters/a', bytes, type: 'video/mp4', etag: '"e"' };
  await copyWithin(client, 'bucket', copying);
  client.destroy();
  store.closeAllConnections();
  store.close();
  copied.sort(([one], [other]) => one - other);
  let next = 0;
  for (const [first, last] of copied) {
    expect(first).toBe(next);
    expect(last + 1 - first).toBeLessThan(IN_TEN_SECONDS / 2);
    next = last + 1;
  }
  expect(next).toBe(bytes);
  expect(copied.length).toBeLessThanOrEqual(10_000);
});
