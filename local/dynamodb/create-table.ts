import {
  CreateTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { TableShape } from '../../layers/adapters/dynamo/tables.ts';

const keySchema = (partition: string, sort: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

const indexes = (all: TableShape['globalIndexes']) =>
  all.map(({ name, partition, sort, keysOnly = false }) => ({
    IndexName: name,
    KeySchema: keySchema(partition, sort),
    Projection: { ProjectionType: keysOnly ? ('KEYS_ONLY' as const) : ('ALL' as const) },
  }));

/** Makes a table of a shape, unless it is there. */
export async function createTable(
  client: DynamoDBClient,
  name: string,
  shape: Omit<TableShape, 'variable'>,
): Promise<void> {
  const globals = indexes(shape.globalIndexes);
  const locals = indexes(shape.localIndexes.map((index) => ({ ...index, partition: 'pk' })));
  const texts = [
    'pk',
    'sk',
    ...shape.globalIndexes.flatMap(({ partition, sort }) => [partition, sort]),
  ];
  const command = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema('pk', 'sk'),
    AttributeDefinitions: [
      ...texts.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      ...shape.localIndexes.map(({ sort }) => ({
        AttributeName: sort,
        AttributeType: 'N' as const,
      })),
    ],
    ...(globals.length > 0 ? { GlobalSecondaryIndexes: globals } : {}),
    ...(locals.length > 0 ? { LocalSecondaryIndexes: locals } : {}),
  });
  try {
    await client.send(command);
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  if (shape.ttl === undefined) return;
  const TimeToLiveSpecification = { AttributeName: shape.ttl, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}
