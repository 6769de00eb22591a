import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { EngineAccess } from '../../../local/engine-access.ts';
import { startSignedFauxqs } from '../../../local/queues/signed-fauxqs.ts';
import { startObjectStore } from '../object-store.ts';
import { testAccess } from '../tables.ts';
import type { Account } from './account.ts';
import { type OutsideServices, outsideServices } from './outside-services.ts';

/** The engines of one machine in place of an account of AWS. */
/** An account of this machine, with what a test asks of its engines. */
interface LocalAccount extends Account {
  readonly outside: OutsideServices;
  /** Where the store is, and what it answers to. */
  readonly store: { readonly endpoint: string } & Pick<EngineAccess, 'credentials'>;
}

export async function localAccount(): Promise<LocalAccount> {
  const access = testAccess();
  const { region, credentials } = access;
  const dir = await mkdtemp(join(tmpdir(), 'account-'));
  const queues = await startSignedFauxqs({ port: 0 }, access);
  const store = await startObjectStore({
    dir,
    ...access,
    onObjectCreated: (event) => account.onObject(event),
  });
  const outside = await outsideServices(credentials);
  const dynamodb = process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '';
  const sqs = `http://127.0.0.1:${queues.port}`;
  const account: LocalAccount = {
    region,
    variables: {
      ...outside.variables,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
      AWS_ENDPOINT_URL_SQS: sqs,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${store.port}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      // As always in Lambda: what a function signs is signed with it.
      AWS_SESSION_TOKEN: 'the session of the function',
    },
    dynamo: new DynamoDBClient({ ...access, endpoint: dynamodb, maxAttempts: 30 }),
    sqs: new SQSClient({ ...access, endpoint: sqs, useQueueUrlAsEndpoint: false }),
    makeBucket: async (name) => store.makeBucket(name),
    onObject: () => undefined,
    strays: outside.strays,
    outside,
    store: { endpoint: `http://127.0.0.1:${store.port}`, credentials },
    async stop() {
      account.dynamo.destroy();
      account.sqs.destroy();
      outside.stop();
      await store.close();
      await queues.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return account;
}
