import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../../functions/api/routes.ts';
import { EVENTS } from '../../functions/events/events.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { API_GRANTS, EVENT_GRANTS, WORKER_GRANTS } from '../../lib/grants.ts';
import { calls, work } from './cloud.ts';
import { type Policy, resources } from './resources.ts';
import { ROOT } from './root.ts';

interface LambdaFunction {
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
}

/** Where functions of ours are; what copies the files of pages is the library's. */
const ours = [work, calls];
const functions = resources<LambdaFunction>(ours, 'AWS::Lambda::Function');

test('the table of grants speaks of every function and of no other', () => {
  expect(new Set(Object.keys(API_GRANTS))).toEqual(new Set(ROUTES.map(({ name }) => name)));
  expect(new Set(Object.keys(EVENT_GRANTS))).toEqual(new Set(EVENTS.map(({ name }) => name)));
  expect(new Set(Object.keys(WORKER_GRANTS))).toEqual(new Set(WORKERS.map(({ name }) => name)));
});

test('every variable of a function comes with the right to what it names, and no right without', () => {
  for (const { id, properties } of functions) {
    const names = Object.keys(properties.Environment?.Variables ?? {});
    const policy = JSON.stringify(policyOf(id));
    expect(names.includes('RECORDS_TABLE')).toBe(policy.includes('GetAttRecords'));
    expect(names.includes('LEDGER_TABLE')).toBe(policy.includes('GetAttLedger'));
    expect(names.includes('BUCKET')).toBe(policy.includes('GetAttArtifacts'));
    expect(names.includes('READ_QUEUE_URL')).toBe(policy.includes('Queueread'));
    expect(names.includes('MERGE_QUEUE_URL')).toBe(policy.includes('Queuemerge'));
    expect(names.includes('WEBHOOK_QUEUE_URL')).toBe(policy.includes('Queuewebhook'));
  }
});

test('the page of configuration tells of every variable that a template sets', () => {
  const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
  const names = functions.flatMap(({ properties }) =>
    Object.keys(properties.Environment?.Variables ?? {}),
  );
  // How Node is started, which nobody of ours reads.
  const ours = new Set(names.filter((name) => name !== 'NODE_OPTIONS'));
  expect(ours.size).toBeGreaterThan(20);
  expect([...ours].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test.each([
  ['frames', 'webhook', 'sqs:SendMessage'],
  ['cancel-job', 'webhook', 'sqs:SendMessage'],
  ['erase-video', 'webhook', 'sqs:SendMessage'],
  ['sweep', 'webhook', 'sqs:SendMessage'],
  ['tidy', 'webhook', 'sqs:SendMessage'],
  ['sweep', 'read', 'sqs:GetQueueAttributes'],
  ['sweep', 'merge', 'sqs:GetQueueAttributes'],
  ['frames', 'merge', 'sqs:SendMessage'],
])('%s may use the %s queue: %s', (name, queue, action) => {
  const made = functions.find(({ id }) => id.includes(name.replaceAll('-', '')));
  const statements = policyOf(made?.id ?? '')?.PolicyDocument.Statement ?? [];
  const allowed = statements.filter((one) => JSON.stringify(one).includes(`Queue${queue}Queue`));
  expect(JSON.stringify(allowed)).toContain(action);
});

test.each([
  'cancel-job',
  'create-batch',
  'get-batch',
  'cancel-batch',
  'mcp',
  'sweep',
  'worker-read',
  'worker-merge',
])('%s, which may end a job, may delete what was decoded for it', (name) => {
  const made = functions.find(({ id }) => id.toLowerCase().includes(name.replaceAll('-', '')));
  const actions = policyOf(made?.id ?? '')?.PolicyDocument.Statement.flatMap(
    ({ Action }) => Action,
  );
  expect(actions).toEqual(
    expect.arrayContaining(['s3:ListBucket', 's3:ListBucketMultipartUploads', 's3:DeleteObject']),
  );
});

function policyOf(functionId: string): Policy | undefined {
  const prefix = functionId.slice(0, functionId.lastIndexOf('Function'));
  return resources<Policy>(ours, 'AWS::IAM::Policy').find(({ id }) => id.startsWith(prefix))
    ?.properties;
}

test('a secret stands in no environment: whoever needs one may fetch it, and nobody else', () => {
  for (const template of ours) {
    expect(JSON.stringify(template.toJSON())).not.toContain('resolve:secretsmanager');
  }
  for (const { id, properties } of functions) {
    const names = Object.keys(properties.Environment?.Variables ?? {});
    const policy = JSON.stringify(policyOf(id));
    const secret = names.some((name) => name.endsWith('_SECRET'));
    expect([id, secret]).toEqual([id, policy.includes('secretsmanager:GetSecretValue')]);
    expect(names.includes('TICKET_SECRET')).toBe(policy.includes('TicketSecret'));
    expect(names.includes('OAUTH_SECRET')).toBe(policy.includes('OAuthSecret'));
  }
});

test('no right is wider than one kind of thing, tracing and the start of a transcription aside', () => {
  const statements = resources<Policy>(ours, 'AWS::IAM::Policy').flatMap(
    ({ properties }) => properties.PolicyDocument.Statement,
  );
  expect(statements.length).toBeGreaterThan(functions.length);
  for (const { Action, Resource, Condition } of statements) {
    const actions = [Action].flat();
    for (const action of actions) expect(action).not.toContain('*');
    if (actions.includes('transcribe:StartTranscriptionJob')) {
      const names = JSON.stringify(Condition?.StringEquals?.['transcribe:OutputBucketName']);
      expect(names).toContain('Artifacts');
    } else if ([Resource].flat().includes('*')) {
      expect(actions).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    }
  }
});

test('only those who run jobs may start transcriptions, and see or delete those that it started', () => {
  const users = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ properties }) =>
    JSON.stringify(properties).includes('transcribe:'),
  );
  const starting = users.filter((user) =>
    JSON.stringify(user).includes('transcribe:StartTranscriptionJob'),
  );
  const named = (those: typeof users) => those.map(({ id }) => id.replace(/Role.*/, ''));
  expect(named(starting)).toEqual(['Transcript', 'Workerread', 'Workermerge']);
  // It learns from a job where its callback lies.
  expect(named(users.filter((user) => !starting.includes(user)))).toEqual(['Eventtranscribed']);
  const statements = users.flatMap(({ properties }) => properties.PolicyDocument.Statement);
  expect(statements).toContainEqual(
    expect.objectContaining({
      Action: ['transcribe:DeleteTranscriptionJob', 'transcribe:GetTranscriptionJob'],
      Resource: {
        'Fn::Join': ['', expect.arrayContaining([':transcription-job/video-reader-*'])],
      },
    }),
  );
});

test('what signs addresses may do nothing but what they are for, for the function that gives them', () => {
  const signers = resources<{ AssumeRolePolicyDocument: unknown }>(ours, 'AWS::IAM::Role').filter(
    ({ id }) => id.includes('UploadSigner'),
  );
  // Addresses of those outlast nothing but the function's own session otherwise, which ends untold.
  expect(signers.map(({ id }) => id.split('UploadSigner')[0])).toEqual(
    expect.arrayContaining(['LongRead', 'Transcript']),
  );
  expect(signers).toHaveLength(4);
  for (const { id, properties } of signers) {
    const [owner = ''] = id.split('UploadSigner');
    expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toContain(`"${owner}Role`);
    const policies = resources<Policy>(ours, 'AWS::IAM::Policy').filter((one) =>
      one.id.startsWith(`${owner}UploadSigner`),
    );
    const statements = policies.flatMap(
      ({ properties: { PolicyDocument } }) => PolicyDocument.Statement,
    );
    expect(statements.map(({ Action }) => Action)).toEqual(
      /^(LongRead|Transcript)$/.test(owner)
        ? [['s3:GetObject', 's3:PutObject'], 's3:ListBucket']
        : ['s3:PutObject'],
    );
  }
});

test('masters are set aside by the worker of copies alone, and deleted by it and by who erases', () => {
  const rights = resources<Policy>(ours, 'AWS::IAM::Policy').flatMap(({ id, properties }) =>
    properties.PolicyDocument.Statement.filter(({ Resource }) =>
      JSON.stringify(Resource).includes('/masters/*'),
    ).map(({ Action }) => ({ owner: id.replace(/Role.*/, ''), actions: [Action].flat() })),
  );
  const erasing = ['s3:AbortMultipartUpload', 's3:DeleteObject'];
  expect(rights).toEqual([
    { owner: 'Workerworkingcopy', actions: expect.arrayContaining(['s3:PutObject', ...erasing]) },
    { owner: 'Eventtidy', actions: expect.arrayContaining(erasing) },
    { owner: 'Apierasevideo', actions: expect.arrayContaining(erasing) },
    { owner: 'Apimcp', actions: expect.arrayContaining(erasing) },
  ]);
  for (const { actions } of rights.slice(1)) expect(actions).toHaveLength(erasing.length);
});

test('a table may be asked for what adapters ask of it, and for nothing else', () => {
  const sources = globSync('layers/adapters/dynamo/**/*.ts', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  const asked = sources.flatMap((text) => [
    ...Array.from(text.matchAll(/new (\w+)Command\(/g), ([, name = '']) => name),
    ...Array.from(text.matchAll(/^ +(Put|Update|Delete|ConditionCheck): \{/gm), ([, name]) => name),
  ]);
  const rights = new Set(
    // A transaction asks for the right to each of its writes.
    asked.flatMap((name) => {
      if (name === 'TransactWrite') return [];
      return name === 'Query' ? ['dynamodb:Query'] : [`dynamodb:${name}Item`];
    }),
  );
  const allowedOn = (table: string) =>
    new Set(
      resources<Policy>(ours, 'AWS::IAM::Policy')
        .flatMap(({ properties }) => properties.PolicyDocument.Statement)
        .filter(({ Resource }) => JSON.stringify(Resource).includes(`GetAtt${table}`))
        .flatMap(({ Action }) => Action),
    );
  expect(allowedOn('Records')).toEqual(rights);
  // Balances are read one by one, and entries in pages; both are written in transactions.
  const ledger = ['GetItem', 'Query', 'PutItem', 'UpdateItem'];
  expect(allowedOn('Ledger')).toEqual(new Set(ledger.map((name) => `dynamodb:${name}`)));
});

test('nobody may delete from the ledger, and nobody may read a whole table', () => {
  const statements = resources<Policy>(ours, 'AWS::IAM::Policy').flatMap(
    ({ properties }) => properties.PolicyDocument.Statement,
  );
  for (const { Action, Resource } of statements) {
    expect(Action).not.toContain('dynamodb:Scan');
    if (JSON.stringify(Resource).includes('Ledger')) {
      expect(Action).not.toContain('dynamodb:DeleteItem');
      expect(Action).not.toContain('dynamodb:BatchWriteItem');
    }
  }
});
