import { randomBytes } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { type Physical, placed, type Stack } from './template.ts';

interface QueueProperties {
  readonly VisibilityTimeout?: number;
  readonly RedrivePolicy?: {
    readonly deadLetterTargetArn: { readonly 'Fn::GetAtt': readonly [string, string] };
    readonly maxReceiveCount: number;
  };
}

interface Alias {
  readonly FunctionName: { readonly Ref: string };
  readonly Name: string;
}

interface Makers {
  /** Put before the names of tables: an engine may be shared. */
  readonly prefix: string;
  readonly region: string;
  readonly dynamo: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly makeBucket: (name: string) => Promise<void>;
}

const ACCOUNT = '000000000000';

/** What the stacks keep and what carries messages, made on engines as the templates say. */
export async function madeResources(stacks: readonly Stack[], makers: Makers) {
  const { prefix, region, dynamo, sqs, makeBucket } = makers;
  const made = new Map<string, Physical>();
  const keep = (stack: Stack, id: string, physical: Physical) =>
    made.set(`${stack.name}/${id}`, physical);

  for (const { stack, id, properties } of placed<CreateTableCommandInput>(
    stacks,
    'AWS::DynamoDB::Table',
  )) {
    const { AttributeDefinitions, BillingMode, KeySchema } = properties;
    const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
    const TableName = `${prefix}-${id}`;
    const indexes = { GlobalSecondaryIndexes, LocalSecondaryIndexes };
    await dynamo.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions,
        BillingMode,
        KeySchema,
        ...indexes,
      }),
    );
    keep(stack, id, {
      Ref: TableName,
      Arn: `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${TableName}`,
    });
  }
  for (const { stack, id } of placed(stacks, 'AWS::S3::Bucket')) {
    const name = id.toLowerCase();
    await makeBucket(name);
    keep(stack, id, { Ref: name, Arn: `arn:aws:s3:::${name}` });
  }
  const queues = placed<QueueProperties>(stacks, 'AWS::SQS::Queue');
  const arnOf = (id: string) => `arn:aws:sqs:${region}:${ACCOUNT}:${id}`;
  // Dead letters first: the other queues name them.
  const ordered = [...queues].sort(
    (one, other) =>
      Number('RedrivePolicy' in one.properties) - Number('RedrivePolicy' in other.properties),
  );
  for (const { stack, id, properties } of ordered) {
    const { RedrivePolicy: redrive } = properties;
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({
        QueueName: id,
        Attributes: redrive && {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: arnOf(redrive.deadLetterTargetArn['Fn::GetAtt'][0]),
            maxReceiveCount: redrive.maxReceiveCount,
          }),
        },
      }),
    );
    keep(stack, id, { Ref: QueueUrl, Arn: arnOf(id), QueueName: id });
  }
  for (const { stack, id } of placed(stacks, 'AWS::SecretsManager::Secret')) {
    const Ref = `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:${id}`;
    keep(stack, id, { Ref, value: randomBytes(32).toString('hex') });
  }
  for (const { stack, id } of placed(stacks, 'AWS::IAM::Role')) {
    keep(stack, id, { Ref: id, Arn: `arn:aws:iam::${ACCOUNT}:role/${id}` });
  }
  for (const { stack, id } of placed(stacks, 'AWS::Lambda::Function')) {
    const Arn = `arn:aws:lambda:${region}:${ACCOUNT}:function:${id}`;
    keep(stack, id, { Ref: id, Arn });
  }
  for (const { stack, id, properties } of placed<Alias>(stacks, 'AWS::Lambda::Alias')) {
    const called = made.get(`${stack.name}/${properties.FunctionName.Ref}`)?.['Arn'];
    keep(stack, id, { Ref: `${called}:${properties.Name}` });
  }
  return {
    physicalOf: (stack: Stack, id: string) => made.get(`${stack.name}/${id}`),
    queueUrl: (arn: string) => {
      const url = [...made.values()].find(({ Arn }) => Arn === arn)?.['Ref'];
      if (url === undefined) throw new Error(`no template has a queue ${arn}`);
      return url;
    },
    secretOf: (ref: string) => {
      const secret = [...made.values()].find(({ Ref }) => Ref === ref)?.['value'];
      if (secret === undefined) throw new Error(`there is no secret ${ref}`);
      return secret;
    },
  };
}
