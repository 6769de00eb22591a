import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { ArnPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type FunctionOptions,
  type IFunction,
  type Function as LambdaFunction,
  LoggingFormat,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import type { BucketAccess, QueueAccess, SignerAccess, TableAccess } from '../access.ts';
import { environmentOf } from '../environment.ts';
import { type Alarms, summed } from './alarms.ts';
import { mediaFunction, nodeFunction } from './function-code.ts';
import { shiftGradually } from './gradual-shift.ts';
import type { TableVariable } from './table.ts';

const READ_ROWS = ['dynamodb:GetItem', 'dynamodb:Query'];
const WRITE_ROWS = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
/** Rows of records are also read many at a time, and looked at while others are written. */
const READ_RECORDS = [...READ_ROWS, 'dynamodb:BatchGetItem'];
const WRITE_RECORDS = [...WRITE_ROWS, 'dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'];

const READ = ['s3:GetObject'];
const WRITE = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
const DELETE = ['s3:DeleteObject', 's3:AbortMultipartUpload'];

const PREFIXES = ['orgs/*', 'masters/*', 'erasures/*'] as const;
type Prefix = (typeof PREFIXES)[number];

/** Under which prefix of the bucket a use has which rights. */
const OBJECT_RIGHTS: Readonly<
  Record<BucketAccess, { readonly under: Prefix; readonly actions: readonly string[] }>
> = {
  read: { under: 'orgs/*', actions: READ },
  write: { under: 'orgs/*', actions: WRITE },
  delete: { under: 'orgs/*', actions: DELETE },
  'keep masters': { under: 'masters/*', actions: [...READ, ...WRITE, ...DELETE] },
  'delete masters': { under: 'masters/*', actions: DELETE },
  // Whoever erases adds to what is known of erasures, and can neither read nor delete of it.
  'record erasures': { under: 'erasures/*', actions: ['s3:PutObject'] },
};

/** How the names of jobs begin that layers/adapters/speech/amazon.ts starts. */
const TRANSCRIPTION_JOBS = 'video-reader-';

export interface ServiceFunctionProps {
  /** Under functions/, for example `api/frames`. */
  readonly folder: string;
  readonly runtime: 'media' | 'node';
  readonly alarms: Alarms;
  readonly options?: FunctionOptions;
  /** Whether a new version takes all calls as soon as it is there; else it is given them bit by bit. */
  readonly shiftsAtOnce?: boolean;
}

/**
 * A function with its own role, log, trace and alarms. It starts without any right on data: each
 * `bind` hands over a name and the right to use what it names, so neither comes without the other.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  /** What events and callers invoke; it names a version of the function, and during a shift two. */
  readonly alias: IFunction;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: environmentOf(scope).logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(this.role);
    const make = props.runtime === 'media' ? mediaFunction : nodeFunction;
    this.lambda = make(this, props.folder, {
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      ...props.options,
    });
    this.lambda.addEnvironment('METRICS_NAMESPACE', environmentOf(scope).metrics);
    const alias = this.lambda.addAlias('live');
    // The library's types of the two differ by an `undefined` that stands for an optional member.
    this.alias = alias as IFunction;
    if (environmentOf(scope).shiftsGradually && props.shiftsAtOnce !== true) {
      shiftGradually(this, {
        alias,
        version: this.lambda.currentVersion,
        alarms: props.alarms,
        folder: props.folder,
      });
    }
    props.alarms.watch(this, 'Errors', {
      metric: this.lambda.metricErrors(summed),
      above: 0,
      runbook: 'function-errors',
      says: `${props.folder} ended with a defect.`,
    });
    // A function that writes no trace gets no right on `*`, and the rule holds it to that.
    if (props.options?.tracing === Tracing.DISABLED) return;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray takes segments without naming a resource. Transcribe starts jobs likewise, here only those that write to our bucket.',
    });
  }

  /** Rows of records may be deleted, since a video can be erased. */
  bindRecords(table: Table, access: TableAccess): void {
    const rights = access === 'write' ? [...READ_RECORDS, ...WRITE_RECORDS] : READ_RECORDS;
    this.bindTable('RECORDS_TABLE', table, rights);
  }

  /** Entries of the ledger may be added; nobody may delete one. */
  bindLedger(table: Table, access: TableAccess): void {
    const rights = access === 'write' ? [...READ_ROWS, ...WRITE_ROWS] : READ_ROWS;
    this.bindTable('LEDGER_TABLE', table, rights);
  }

  /** Rights on the objects of organizations, and on nothing beside them. */
  bindBucket(bucket: Bucket, access: readonly BucketAccess[]): void {
    this.lambda.addEnvironment('BUCKET', bucket.bucketName);
    for (const prefix of PREFIXES) {
      const rights = access
        .map((use) => OBJECT_RIGHTS[use])
        .filter(({ under }) => under === prefix);
      if (rights.length === 0) continue;
      this.allow(
        rights.flatMap(({ actions }) => actions),
        [bucket.arnForObjects(prefix)],
      );
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${exportOf(bucket)}/${prefix}]`,
        reason:
          'Which video a call is about is known at run time; the prefix is all that is known here.',
      });
    }
    if (access.includes('read') || access.includes('delete')) {
      this.lambda.addToRolePolicy(mayMiss(bucket));
    }
    // The parts of a transfer that was not joined are no objects, and must be found to be erased.
    if (access.includes('delete')) {
      this.allow(['s3:ListBucketMultipartUploads'], [bucket.bucketArn]);
    }
  }

  /**
   * A worker also hides its message for longer or sends another one, and needs the address for
   * that.
   */
  bindQueue(variable: string, queue: IQueue, access: readonly QueueAccess[]): void {
    this.lambda.addEnvironment(variable, queue.queueUrl);
    if (access.includes('send')) this.allow(['sqs:SendMessage'], [queue.queueArn]);
    if (access.includes('count')) this.allow(['sqs:GetQueueAttributes'], [queue.queueArn]);
    if (access.includes('receive')) queue.grantConsumeMessages(this.lambda);
  }

  /**
   * A vision model on Amazon Bedrock. A profile routes to several regions, and its caller needs the
   * right to the profile and to the model behind it.
   */
  bindAnswerer(modelId: string, access: 'use' | 'name'): void {
    this.lambda.addEnvironment('ANSWERER', 'bedrock');
    this.lambda.addEnvironment('ANSWERER_MODEL', modelId);
    if (access === 'name') return;
    const model = modelId.replace(/^(global|us|us-gov|eu|apac|jp|au|ca)\./, '');
    const { partition } = Stack.of(this);
    const resources = [
      `arn:${partition}:bedrock:*::foundation-model/${model}`,
      ...(model === modelId
        ? []
        : [
            Stack.of(this).formatArn({
              service: 'bedrock',
              resource: 'inference-profile',
              resourceName: modelId,
            }),
          ]),
    ];
    this.allow(['bedrock:InvokeModel'], resources);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model}]`,
      reason: 'An inference profile chooses the region at run time; the model is the same in each.',
    });
  }

  /** PP-OCRv4, which the image of the media functions holds: the others tell its name. */
  bindTextReader(): void {
    this.lambda.addEnvironment('TEXT_READER', 'paddle');
  }

  /**
   * Amazon Transcribe. Its jobs read and write the bucket with the rights of the function that
   * starts them.
   */
  bindTranscriber(bucket: Bucket, access: 'use' | 'name'): void {
    this.lambda.addEnvironment('TRANSCRIBER', 'amazon');
    if (access === 'name') return;
    this.lambda.addToRolePolicy(
      new PolicyStatement({
        // A job has no name before it is started: what can be held fast is where its words go.
        actions: ['transcribe:StartTranscriptionJob'],
        resources: ['*'],
        conditions: { StringEquals: { 'transcribe:OutputBucketName': bucket.bucketName } },
      }),
    );
    this.allowTranscriptions([
      'transcribe:GetTranscriptionJob',
      'transcribe:DeleteTranscriptionJob',
    ]);
  }

  /** Rights on the jobs of Amazon Transcribe that are ours. */
  allowTranscriptions(actions: readonly string[]): void {
    const jobs = `transcription-job/${TRANSCRIPTION_JOBS}*`;
    this.allow(actions, [Stack.of(this).formatArn({ service: 'transcribe', resource: jobs })]);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:transcribe:<AWS::Region>:<AWS::AccountId>:${jobs}]`,
      reason: 'Each stretch of sound is a job whose name is made at run time.',
    });
  }

  /**
   * A role that signs addresses: its session says when it ends, and the addresses with it. Lambda
   * does not say it of a function's own session.
   */
  bindUploadSigner(bucket: Bucket, access: SignerAccess): void {
    const signer = new Role(this, 'UploadSigner', {
      assumedBy: new ArnPrincipal(this.role.roleArn),
    });
    const reads = access === 'read and write';
    signer.addToPolicy(
      new PolicyStatement({
        actions: ['s3:PutObject', ...(reads ? READ : [])],
        resources: [bucket.arnForObjects('orgs/*')],
      }),
    );
    if (reads) signer.addToPolicy(mayMiss(bucket));
    this.lambda.addEnvironment('UPLOAD_SIGNER_ROLE', signer.roleArn);
    this.allow(['sts:AssumeRole'], [signer.roleArn]);
  }

  /**
   * Where a secret lies, which each instance fetches when it starts: its value stands in no
   * environment and in no template.
   */
  bindSecret(variable: 'TICKET_SECRET' | 'OAUTH_SECRET', secret: Secret): void {
    this.lambda.addEnvironment(variable, secret.secretArn);
    this.startAnewWithRotation();
    this.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
  }

  /** Another word in the context `secretsRotated` starts every instance anew. */
  startAnewWithRotation(): void {
    const rotated: unknown = this.node.tryGetContext('secretsRotated');
    if (rotated !== undefined) this.lambda.addEnvironment('SECRETS_ROTATED', String(rotated));
  }

  private bindTable(variable: TableVariable, table: Table, rights: readonly string[]): void {
    this.lambda.addEnvironment(variable, table.tableName);
    const indexes = TABLES.filter((shape) => shape.variable === variable)
      .flatMap((shape) => [...shape.globalIndexes, ...shape.localIndexes])
      .map((index) => `${table.tableArn}/index/${index.name}`);
    this.allow(rights, [table.tableArn, ...indexes]);
  }

  private allow(actions: readonly string[], resources: readonly string[]): void {
    this.lambda.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources] }),
    );
  }
}

/**
 * Without it S3 answers 403 instead of 404 for an object that is not there, and no prefix can be
 * erased.
 */
const mayMiss = ({ bucketArn }: Bucket): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] });

/** The name under which the stack of a bucket exports its address. */
function exportOf(bucket: Bucket): string {
  const stack = Stack.of(bucket);
  const reference: { 'Fn::ImportValue': string } = stack.resolve(
    stack.exportValue(bucket.bucketArn),
  );
  return reference['Fn::ImportValue'];
}
