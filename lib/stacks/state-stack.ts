import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import { makeArtifactsBucket } from '../constructs/artifacts-bucket.ts';
import { LedgerBackups } from '../constructs/ledger-backups.ts';
import { makeTable, type Tables, type TableVariable } from '../constructs/table.ts';
import { environmentOf } from '../environment.ts';

/** Tables and bucket. Protected from deletion in production; nothing in here holds code. */
export class StateStack extends Stack {
  readonly tables: Tables;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terminationProtection: environmentOf(scope).keeps,
      description: 'Video Reader: what it keeps',
    });
    this.tables = Object.fromEntries(
      TABLES.map((shape) => [shape.variable, makeTable(this, shape)]),
    ) as Record<TableVariable, Table>;
    this.bucket = makeArtifactsBucket(this, 'Artifacts');
    // Services of earlier releases import it, and what is imported cannot be taken away.
    this.exportValue(this.bucket.bucketRegionalDomainName);
    if (environmentOf(this).keeps) {
      new LedgerBackups(this, 'LedgerBackups', this.tables.LEDGER_TABLE);
    }
    // For `npm run admin`, which is told by these names what to work on.
    new CfnOutput(this, 'RecordsTable', { value: this.tables.RECORDS_TABLE.tableName });
    new CfnOutput(this, 'LedgerTable', { value: this.tables.LEDGER_TABLE.tableName });
    new CfnOutput(this, 'ArtifactsBucket', { value: this.bucket.bucketName });
  }
}
