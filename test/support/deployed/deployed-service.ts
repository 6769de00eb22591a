import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import type { LocalFunction } from '../../../local/durable/local-function.ts';
import { makeGateway } from '../../../local/gateway/gateway.ts';
import { executionsTable, startDurable, type TestDurable } from '../durable/local-backend.ts';
import type { TestTables } from '../tables.ts';
import type { Account } from './account.ts';
import { binaryTypes, deployedEndpoints, throughProcess } from './deployed-api.ts';
import { answerOf, startEvents } from './deployed-events.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { FunctionProcess } from './function-process.ts';
import type { ImageFolder } from './image-folder.ts';
import { madeResources } from './made-resources.ts';
import type { Synthesized } from './synthesized.ts';
import { placed, resolver } from './template.ts';

export interface DeployedService {
  readonly baseUrl: string;
  readonly functions: readonly FunctionProcess[];
  readonly tables: TestTables;
  /** Starts executions of durable functions. */
  readonly durable: TestDurable;
  /** What callers saw as a bare 500, and what made messages come back. */
  readonly defects: readonly unknown[];
  /** Calls each function that a clock calls, once. */
  ring(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The synthesised stacks on an account of this machine: what they keep is made as the templates say,
 * and each function runs in a process of its own, from its bundle, with its variables.
 */
export async function deployedService(
  cloud: Synthesized,
  image: ImageFolder,
  account: Account,
): Promise<DeployedService> {
  const { stacks } = cloud;
  const { region } = account;
  const made = await madeResources(stacks, { ...account, prefix: randomUUID() });
  const resolve = resolver(stacks, region, made.physicalOf, made.secretOf);
  const tmp = await mkdtemp(join(tmpdir(), 'lambda-'));
  const variables: Record<string, string> = { ...account.variables, TMPDIR: tmp };
  const functions = deployedFunctions(cloud, image, resolve, made.physicalOf).map(
    (one) => new FunctionProcess(one, region, variables),
  );
  const durable = await startDurable(await executionsTable(), () => functions.map(asLambda));
  variables['AWS_ENDPOINT_URL_LAMBDA'] = durable.server.endpoint;
  const called = (qualified: string): FunctionProcess => {
    // There is one version of each, so the name of an alias adds nothing.
    const name = qualified.replace(/:live$/, '');
    const found = functions.find(({ made: { id, arn } }) => id === name || arn === name);
    if (found === undefined) throw new Error(`no template has a function ${name}`);
    return found;
  };
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => void defects.push(error);
  const binary = binaryTypes(stacks);
  const endpoints = deployedEndpoints(stacks, resolve);
  const gateway = createServer(
    makeGateway({
      routes: endpoints,
      load: async ({ name }) => {
        const endpoint = endpoints.find((one) => one.name === name);
        if (endpoint === undefined) throw new Error(`no endpoint is called ${name}`);
        return throughProcess(endpoint, called(endpoint.lambda), binary);
      },
      onDefect,
    }),
  );
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const events = startEvents(stacks, {
    account,
    called,
    queueUrl: made.queueUrl,
    resolve,
    onDefect,
  });
  const nameOf = (start: string) =>
    placed(stacks, 'AWS::DynamoDB::Table')
      .filter(({ id }) => id.startsWith(start))
      .map(({ stack, id }) => made.physicalOf(stack, id)?.['Ref'] ?? '')[0] ?? '';
  return {
    baseUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    functions,
    tables: {
      db: documentClient(account.dynamo),
      records: nameOf('Records'),
      ledger: nameOf('Ledger'),
    },
    defects,
    durable,
    ring: events.ring,
    async stop() {
      await events.stop();
      gateway.closeAllConnections();
      gateway.close();
      await durable.close();
      for (const one of functions) await one.stop();
      await rm(tmp, { recursive: true, force: true });
    },
  };
}

/** A function of the templates, as executions call it. */
const asLambda = (called: FunctionProcess): LocalFunction => {
  const { id: name, timeoutMs, executionSeconds } = called.made;
  return {
    name,
    timeoutSeconds: timeoutMs / 1000,
    concurrency: 10,
    ...(executionSeconds === undefined ? {} : { executionSeconds }),
    invoke: (event) => answerOf(called, event),
  };
};
