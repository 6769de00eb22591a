import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runningDynamo } from '../../../local/dynamodb/start-dynamo.ts';

test.each([
  'https://dynamodb.us-east-1.example.com',
  'http://127.0.0.1.example.com:8000',
  'http://user@127.0.0.1:8000',
  'nonsense',
])('%s is not taken for a database of this machine', async (endpoint) => {
  await expect(runningDynamo(endpoint)).rejects.toThrow(
    `DYNAMODB_ENDPOINT is ${JSON.stringify(endpoint)}`,
  );
});

test('where no database answers, the setting is named that leads there', async () => {
  const closed = createServer();
  await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
  const { port } = closed.address() as AddressInfo;
  await new Promise((ended) => closed.close(ended));
  await expect(runningDynamo(`http://127.0.0.1:${port}`, 0)).rejects.toThrow(
    `DYNAMODB_ENDPOINT is "http://127.0.0.1:${port}", where nothing answers.`,
  );
});

test('a database that answers is used, and is left alone in the end', async () => {
  const engine = createServer((_, response) => response.writeHead(400).end());
  await new Promise<void>((listening) => engine.listen(0, '127.0.0.1', listening));
  const { port } = engine.address() as AddressInfo;
  const running = await runningDynamo(`http://127.0.0.1:${port}`);
  await running.stop();
  expect(running.endpoint).toBe(`http://127.0.0.1:${port}`);
  expect((await fetch(running.endpoint)).status).toBe(400);
  engine.closeAllConnections();
  engine.close();
});
