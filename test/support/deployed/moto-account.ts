import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { freePort } from '../../../local/http/ports.ts';
import { testAccess } from '../tables.ts';
import type { Account } from './account.ts';
import { outsideServices } from './outside-services.ts';

/**
 * An account of moto, which knows nothing of this project: tables, queues, objects and sessions of
 * roles are its own.
 * @param program moto_server
 */
export async function motoAccount(program: string): Promise<Account> {
  const access = testAccess();
  const { region, credentials } = access;
  const port = await freePort();
  const server = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], MOTO_ACCOUNT_ID: '000000000000' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // What stands on the PATH may start it as a child of its own.
    detached: true,
  });
  let said = '';
  for await (const chunk of server.stderr) {
    said += chunk;
    if (said.includes('Running on')) break;
  }
  const endpoint = `http://127.0.0.1:${port}`;
  const outside = await outsideServices(credentials);
  const dynamo = new DynamoDBClient({ ...access, endpoint });
  const sqs = new SQSClient({ ...access, endpoint, useQueueUrlAsEndpoint: false });
  return {
    region,
    variables: {
      ...outside.variables,
      AWS_ENDPOINT_URL: endpoint,
      // Of secrets it makes none from a template.
      AWS_ENDPOINT_URL_SECRETS_MANAGER: outside.variables['AWS_ENDPOINT_URL'] ?? '',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: 'the session of the function',
    },
    dynamo,
    sqs,
    async makeBucket(Bucket) {
      const store = objectClient({ endpoint });
      const CreateBucketConfiguration = { LocationConstraint: region as never };
      await store.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration }));
      store.destroy();
    },
    onObject: () => undefined,
    strays: outside.strays,
    async stop() {
      dynamo.destroy();
      sqs.destroy();
      outside.stop();
      const over = once(server, 'exit');
      process.kill(-(server.pid ?? 0), 'SIGKILL');
      await over;
    },
  };
}
