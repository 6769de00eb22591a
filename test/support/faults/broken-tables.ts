import { documentClient, tableClient } from '../../../layers/adapters/dynamo/client.ts';
import { type TestTables, testTables } from '../tables.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { refuseAsTables } from './refusals.ts';

export interface BrokenTables {
  /** As the service's own client has them, on a connection that `proxy` can break. */
  readonly tables: TestTables;
  readonly proxy: FaultProxy;
  close(): Promise<void>;
}

/** Fresh tables on a connection that can be broken. */
export async function brokenTables(): Promise<BrokenTables> {
  const target = Number(new URL(process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '').port);
  const tables = await testTables();
  const proxy = await startFaultProxy({ target, refuse: refuseAsTables });
  const client = tableClient({ endpoint: `http://127.0.0.1:${proxy.port}` });
  return {
    tables: { ...tables, db: documentClient(client) },
    proxy,
    async close() {
      client.destroy();
      await proxy.close();
    },
  };
}
