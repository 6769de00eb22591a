import { DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { TableShape } from '../../layers/adapters/dynamo/tables.ts';
import { createTable } from './create-table.ts';

/**
 * Makes the tables of an engine that are not there, by the environment of the functions.
 * @param dir where the engine keeps its files
 * @throws Error in words for a person when it cannot read them
 */
export async function makeTables(
  dir: string,
  tables: readonly (readonly [name: string, shape: Omit<TableShape, 'variable'>])[],
): Promise<void> {
  const client = new DynamoDBClient();
  try {
    for (const [name, shape] of tables) await createTable(client, name, shape);
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException) || error.$fault !== 'server') throw error;
    throw new Error(
      `The database in ${dir} cannot be read or written: its file is damaged, or its disk is full. Put the folder back from a copy of the data folder, or make room.`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
