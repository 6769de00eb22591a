import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { formSeal } from '../../layers/adapters/oauth/form-seal.ts';
import { secretValues } from '../../layers/adapters/secrets/secret-values.ts';
import { gcmSeal } from '../../layers/adapters/system/seal.ts';

const HOUR_MS = 3_600_000;
const ROTATED = Date.parse('2026-01-01T00:00:00Z');
const OLD = 'the secret before the rotation';
const NEW = 'the secret that the rotation made';

/** Values by stage, as Secrets Manager answers them. */
let stages: Readonly<Record<string, string>>;
let server: Server;
let client: SecretsManagerClient;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { VersionStage } = JSON.parse(await text(request));
    const SecretString = stages[VersionStage];
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (SecretString !== undefined) {
      response.end(JSON.stringify({ SecretString, CreatedDate: ROTATED / 1000 }));
      return;
    }
    response.writeHead(400).end('{"__type":"ResourceNotFoundException","message":"no such stage"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new SecretsManagerClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
});
afterAll(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const valuesAt = (ms: number) =>
  secretValues(client, 'arn:aws:secretsmanager:a-secret', () => new Date(ROTATED + ms));

test('a secret that was never rotated has one value, which is used at once', async () => {
  stages = { AWSCURRENT: NEW };
  expect(await valuesAt(0)).toEqual([NEW]);
});

test('a new value is taken at once, and used when every instance has had time to know it', async () => {
  stages = { AWSCURRENT: NEW, AWSPREVIOUS: OLD };
  expect(await valuesAt(0)).toEqual([OLD, NEW]);
  expect(await valuesAt(HOUR_MS - 1)).toEqual([OLD, NEW]);
  expect(await valuesAt(HOUR_MS)).toEqual([NEW, OLD]);
});

test('tickets and forms of every instance are taken by every other through a rotation', async () => {
  stages = { AWSCURRENT: OLD };
  const before = await valuesAt(0);
  stages = { AWSCURRENT: NEW, AWSPREVIOUS: OLD };
  const [during, after] = [await valuesAt(1), await valuesAt(HOUR_MS)];
  for (const [makes, takes] of [
    [before, during],
    [during, before],
    [during, after],
    [after, during],
    [before, after],
  ] as const) {
    expect(gcmSeal(...takes).open(gcmSeal(...makes).seal('a ticket'))).toBe('a ticket');
    const form = formSeal(makes).make('uid', 'session');
    expect(formSeal(takes).fits(form, 'uid', 'session')).toBe(true);
    expect(formSeal(takes).fits(form, 'uid', 'another session')).toBe(false);
  }
});
