import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import { OUT, state } from './cloud.ts';
import { resources } from './resources.ts';

test.each(TABLES)('the table of $variable outlives mistakes and has its indexes', (shape) => {
  const indexes = (all: readonly { name: string; keysOnly?: boolean }[]) =>
    all.length === 0
      ? Match.absent()
      : all.map(({ name, keysOnly }) =>
          Match.objectLike({
            IndexName: name,
            Projection: { ProjectionType: keysOnly === true ? 'KEYS_ONLY' : 'ALL' },
          }),
        );
  state.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      OnDemandThroughput: {
        MaxReadRequestUnits: Match.anyValue(),
        MaxWriteRequestUnits: Match.anyValue(),
      },
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification:
        shape.ttl === undefined ? Match.absent() : { AttributeName: shape.ttl, Enabled: true },
      GlobalSecondaryIndexes: indexes(shape.globalIndexes),
      LocalSecondaryIndexes: indexes(shape.localIndexes),
    },
  });
});

test('there is a table for each shape and no other', () => {
  expect(resources(state, 'AWS::DynamoDB::Table')).toHaveLength(TABLES.length);
});

test('the bucket is private, encrypted, kept, and forgets at once what is deleted', () => {
  state.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'Retain',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
        ],
      },
      VersioningConfiguration: Match.absent(),
      LifecycleConfiguration: {
        Rules: [
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 8 }, Status: 'Enabled' },
          { ExpirationInDays: 7, Prefix: 'masters/', Status: 'Enabled' },
          { ExpirationInDays: 45, Prefix: 'erasures/', Status: 'Enabled' },
        ],
      },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    },
  });
});

test('a browser may send a file to a signed address and read its ETag', () => {
  state.hasResourceProperties('AWS::S3::Bucket', {
    CorsConfiguration: {
      CorsRules: [
        Match.objectLike({
          AllowedOrigins: ['*'],
          AllowedMethods: ['PUT', 'GET', 'HEAD'],
          AllowedHeaders: ['*'],
          ExposedHeaders: ['ETag'],
        }),
      ],
    },
  });
});

test('the bucket refuses whatever does not come over TLS', () => {
  state.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ]),
    },
  });
});

test('no custom resource runs code of its own beside the state', () => {
  expect(resources(state, 'AWS::Lambda::Function')).toEqual([]);
});

test('the stack of the state cannot be deleted by a slip', () => {
  const { artifacts } = JSON.parse(readFileSync(join(OUT, 'manifest.json'), 'utf8'));
  expect(artifacts.VideoReaderState.properties).toMatchObject({ terminationProtection: true });
});

test('the ledger, and nothing else, is copied into a vault that nobody may empty', () => {
  const vaults = resources<{
    AccessPolicy: { Statement: readonly object[] };
    BackupVaultName: object;
  }>(state, 'AWS::Backup::BackupVault');
  // It outlives its stack: another one takes another name.
  expect(JSON.stringify(vaults[0]?.properties.BackupVaultName)).toContain('AWS::StackId');
  expect(vaults[0]?.properties.AccessPolicy.Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Action: expect.arrayContaining(['backup:DeleteRecoveryPoint']),
    }),
  );
  const selections = resources<{ BackupSelection: { Resources: readonly object[] } }>(
    state,
    'AWS::Backup::BackupSelection',
  );
  const copied = selections.flatMap(({ properties }) => properties.BackupSelection.Resources);
  expect(copied).toHaveLength(1);
  expect(JSON.stringify(copied)).toContain('Ledger');
  state.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        Match.objectLike({ Lifecycle: { DeleteAfterDays: 35 } }),
        Match.objectLike({ Lifecycle: { DeleteAfterDays: 400 } }),
      ],
    },
  });
});
