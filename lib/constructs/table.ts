import {
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { TableShape } from '../../layers/adapters/dynamo/tables.ts';
import { environmentOf, removalOf } from '../environment.ts';

export type TableVariable = TableShape['variable'];
export type Tables = Readonly<Record<TableVariable, Table>>;

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

/**
 * Units a second that a table may take, and so what a fault that asks without end may cost: some 25
 * dollars an hour at most. Above what calls at the full rate of the gateway need, if all of them
 * began a job: 400 a second, of some ten units of writing each.
 */
const MOST_UNITS = { maxReadRequestUnits: 12_000, maxWriteRequestUnits: 8_000 };

/** A table as its shape says, on demand, restorable to any second of the last 35 days. */
export function makeTable(scope: Construct, shape: TableShape): Table {
  const id = shape.variable === 'LEDGER_TABLE' ? 'Ledger' : 'Records';
  const environment = environmentOf(scope);
  const table = new Table(scope, id, {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...MOST_UNITS,
    // The account's own key for DynamoDB: its uses appear in CloudTrail, and there is no key policy
    // to lose.
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: environment.keeps,
    removalPolicy: removalOf(environment),
    ...(shape.ttl === undefined ? {} : { timeToLiveAttribute: shape.ttl }),
  });
  for (const index of shape.globalIndexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      partitionKey: text(index.partition),
      sortKey: text(index.sort),
      projectionType: index.keysOnly === true ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
    });
  }
  for (const index of shape.localIndexes) {
    table.addLocalSecondaryIndex({ indexName: index.name, sortKey: number(index.sort) });
  }
  return table;
}
