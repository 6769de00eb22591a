import { randomUUID } from 'node:crypto';
import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  InvokeCommand,
  LambdaClient,
  SendDurableExecutionCallbackFailureCommand,
  SendDurableExecutionCallbackSuccessCommand,
} from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import {
  EXECUTIONS_TABLE,
  type ExecutionStore,
  executionStore,
} from '../../../local/durable/execution-store.ts';
import {
  type ExecutionsOptions,
  type LocalExecutions,
  openExecutions,
} from '../../../local/durable/executions.ts';
import type { LocalFunction } from '../../../local/durable/local-function.ts';
import { type DurableServer, serveDurable } from '../../../local/durable/server.ts';
import { createTable } from '../../../local/dynamodb/create-table.ts';
import { testAccess } from '../tables.ts';
import { type DurableBackend, type DurableHandler, lineOf } from './durable-run.ts';

/** Executions in a table of their own, behind their server. */
export interface TestDurable {
  readonly client: LambdaClient;
  readonly executions: LocalExecutions;
  readonly server: DurableServer;
  close(): Promise<void>;
}

const tableClient = () =>
  new DynamoDBClient({ endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '', maxAttempts: 30 });

/** A table that nobody else uses, by its name. */
export async function executionsTable(): Promise<string> {
  const name = `${randomUUID()}-durable`;
  const client = tableClient();
  await createTable(client, name, EXECUTIONS_TABLE);
  client.destroy();
  return name;
}

export const storeIn = (table: string): ExecutionStore =>
  executionStore(documentClient(tableClient()), table);

export async function startDurable(
  table: string,
  functions: (client: LambdaClient) => readonly LocalFunction[],
  options: Partial<ExecutionsOptions> = {},
): Promise<TestDurable> {
  const access = testAccess();
  const opened = Promise.withResolvers<LocalExecutions>();
  const onDefect = (error: unknown) => console.error(error);
  const server = await serveDurable({ access, executions: opened.promise, onDefect });
  const client = new LambdaClient({ ...access, endpoint: server.endpoint });
  const executions = await openExecutions({
    store: storeIn(table),
    functions: functions(client),
    region: access.region,
    onDefect,
    ...options,
  });
  opened.resolve(executions);
  return {
    client,
    executions,
    server,
    async close() {
      executions.close();
      await server.close();
      client.destroy();
    },
  };
}

/** A durable function whose handler reports to that client. */
export const durable = (
  name: string,
  client: LambdaClient,
  handler: DurableHandler,
  submit: (callbackId: string) => Promise<void> = async () => undefined,
): LocalFunction => {
  const wrapped = withDurableExecution((input, context) => handler(input, context, submit), {
    client,
  });
  return {
    name,
    timeoutSeconds: 900,
    concurrency: 50,
    executionSeconds: 3600,
    invoke: (event, context: Context) => wrapped(event as Parameters<typeof wrapped>[0], context),
  };
};

export const ordinary = (name: string, invoke: LocalFunction['invoke']): LocalFunction => ({
  name,
  timeoutSeconds: 900,
  concurrency: 50,
  invoke,
});

export async function start(client: LambdaClient, name: string, input: unknown, of = 'job') {
  const { DurableExecutionArn = '' } = await client.send(
    new InvokeCommand({
      FunctionName: `${of}:live`,
      InvocationType: 'Event',
      DurableExecutionName: name,
      Payload: JSON.stringify(input),
    }),
  );
  return DurableExecutionArn;
}

/** The backend of `local/durable` on DynamoDB Local, for contracts. */
export async function localBackend(): Promise<DurableBackend> {
  const table = await executionsTable();
  return {
    async run(handler, { input = {}, functions = {}, callback } = {}) {
      const submit = (client: LambdaClient) => async (CallbackId: string) => {
        if (!callback) return;
        const { outcome } = callback;
        await client.send(
          'result' in outcome
            ? new SendDurableExecutionCallbackSuccessCommand({ CallbackId, Result: outcome.result })
            : new SendDurableExecutionCallbackFailureCommand({
                CallbackId,
                Error: { ErrorMessage: outcome.error },
              }),
        );
      };
      const backend = await startDurable(table, (client) => [
        durable('job', client, handler, submit(client)),
        ...Object.entries(functions).map(([name, made]) => ordinary(name, made)),
      ]);
      const arn = await start(backend.client, randomUUID(), input);
      const execution = await backend.executions.find(arn);
      const { status, result, error } = await execution.ended;
      const operations = [...execution.entries.values()]
        .slice(1)
        .map(({ operation }) =>
          lineOf({ type: operation.Type, name: operation.Name, status: operation.Status }),
        );
      await backend.close();
      return {
        status,
        result: result === undefined || result === '' ? undefined : JSON.parse(result),
        error: error?.ErrorMessage,
        operations,
      };
    },
    close: async () => undefined,
  };
}
