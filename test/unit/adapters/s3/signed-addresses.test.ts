import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { assumedRole } from '../../../../layers/adapters/s3/assumed-role.ts';
import { s3DirectStore } from '../../../../layers/adapters/s3/direct-store.ts';

const ASKED = 6 * 3600;
const pair = { accessKeyId: 'local', secretAccessKey: 'local' };
type Session = { sessionToken?: string; expiration?: Date };

/** A store whose addresses are signed by sessions, each when the one before is renewed. */
function storeOf(...sessions: Session[]) {
  let given = 0;
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    credentials: async () => {
      const session = sessions[Math.min(given, sessions.length - 1)];
      given += 1;
      return { ...pair, ...session };
    },
  });
  return { store: s3DirectStore(client, 'bucket'), given: () => given };
}
const endsIn = (seconds: number): Session => ({
  sessionToken: 'token',
  expiration: new Date(Date.now() + seconds * 1000),
});

test('addresses of a lasting key work for as long as was asked', async () => {
  expect(await storeOf({}).store.addressSeconds(ASKED)).toBe(ASKED);
});

test('addresses of a session end with it', async () => {
  const { store, given } = storeOf(endsIn(3600));
  const seconds = await store.addressSeconds(ASKED);
  expect(seconds).toBeGreaterThanOrEqual(3598);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(given()).toBe(1);
});

test('a session near its end is renewed before it signs', async () => {
  const { store, given } = storeOf(endsIn(1000), endsIn(3600));
  expect(await store.addressSeconds(ASKED)).toBeGreaterThanOrEqual(3598);
  const { url } = await store.signPut('key', { contentType: 'video/mp4', bytes: 5 }, 3590);
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3590');
  expect(given()).toBe(2);
});

test('of a session that cannot be renewed what is left is told', async () => {
  const seconds = await storeOf(endsIn(700)).store.addressSeconds(ASKED);
  expect(seconds).toBeGreaterThanOrEqual(698);
  expect(seconds).toBeLessThanOrEqual(700);
});

test('of a session that does not tell its end no more than a quarter of an hour is promised', async () => {
  expect(await storeOf({ sessionToken: 'token' }).store.addressSeconds(ASKED)).toBe(900);
});

test('the session of a role says when it ends', async () => {
  const asked: string[] = [];
  const expiration = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3600_000);
  const server = createServer(async (request, response) => {
    for await (const chunk of request) asked.push(String(chunk));
    response.setHeader('content-type', 'text/xml');
    response.end(`<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
      <AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken>
      <Expiration>${expiration.toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'function',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const role = 'arn:aws:iam::000000000000:role/signer';
  const client = new S3Client({ region: 'us-east-1', credentials: assumedRole(role) });
  const store = s3DirectStore(client, 'bucket');
  const seconds = await store.addressSeconds(ASKED);
  const url = await store.signPart('key', { id: 'id', number: 1, bytes: 5 }, seconds);
  server.closeAllConnections();
  server.close();
  expect(new URLSearchParams(asked.join('')).get('RoleArn')).toBe(role);
  expect(asked).toHaveLength(1);
  const signed = new URL(url).searchParams;
  expect(signed.get('X-Amz-Security-Token')).toBe('session');
  expect(signed.get('X-Amz-Credential')).toMatch(/^ASIA1\//);
  expect(Number(signed.get('X-Amz-Expires'))).toBe(seconds);
  expect(seconds).toBeGreaterThan(3595);
  expect(seconds).toBeLessThanOrEqual(3601);
});
