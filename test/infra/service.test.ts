import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { ROUTES } from '../../functions/api/routes.ts';
import { EVENTS } from '../../functions/events/events.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { folderOf } from '../../layers/http/route.ts';
import { calls, OUT, templates, work } from './cloud.ts';
import { type Policy, resources } from './resources.ts';
import { ROOT } from './root.ts';

interface Ref {
  readonly Ref: string;
}
interface GetAtt {
  readonly 'Fn::GetAtt': readonly [string, string];
}
interface Queue {
  readonly VisibilityTimeout?: number;
  readonly MessageRetentionPeriod: number;
  readonly SqsManagedSseEnabled: boolean;
  readonly RedrivePolicy?: {
    readonly deadLetterTargetArn: GetAtt;
    readonly maxReceiveCount: number;
  };
}
interface EventSource {
  readonly BatchSize: number;
  readonly EventSourceArn: GetAtt;
  readonly FunctionName: unknown;
  readonly FunctionResponseTypes: readonly string[];
  readonly ScalingConfig: { readonly MaximumConcurrency: number };
}
interface LambdaFunction {
  readonly Description: string;
  readonly Timeout: number;
  readonly MemorySize: number;
  readonly Runtime?: string;
  readonly PackageType?: string;
  readonly LoggingConfig: { readonly LogGroup: Ref };
  readonly TracingConfig?: { readonly Mode: string };
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
}
interface Alias {
  readonly FunctionName: Ref;
  readonly FunctionVersion: GetAtt;
}
interface Alarm {
  readonly AlarmDescription: string;
  readonly AlarmActions: readonly unknown[];
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}
interface DeploymentGroup {
  readonly AlarmConfiguration: {
    readonly Alarms: readonly { readonly Name: Ref }[];
  };
}
interface Rule {
  readonly ScheduleExpression?: string;
  readonly EventPattern?: { readonly source: readonly string[] };
  readonly Targets: readonly {
    readonly Arn: Partial<GetAtt> & Partial<Ref>;
    readonly DeadLetterConfig?: { Arn: GetAtt };
  }[];
}

/** Where functions of ours are; what copies the files of pages is the library's. */
const ours = [work, calls];

const queues = new Map(
  resources<Queue>(work, 'AWS::SQS::Queue').map(({ id, properties }) => [id, properties]),
);
const sources = resources<EventSource>(work, 'AWS::Lambda::EventSourceMapping');
const functions = resources<LambdaFunction>(ours, 'AWS::Lambda::Function');
const aliases = new Map(
  resources<Alias>(ours, 'AWS::Lambda::Alias').map(({ id, properties }) => [id, properties]),
);
/** The function that is invoked by an alias which a property names, alone or within a text. */
const invokedBy = (property: unknown) => {
  const [, id = ''] = /"Ref":"([^"]*Aliaslive[^"]*)"/.exec(JSON.stringify(property)) ?? [];
  return functions.find((one) => one.id === aliases.get(id)?.FunctionName.Ref);
};
const alarms = resources<Alarm>(templates, 'AWS::CloudWatch::Alarm').map(
  (alarm) => alarm.properties,
);

const watched = (metric: string, id: string) =>
  alarms.some(
    ({ MetricName, Dimensions }) =>
      MetricName === metric && JSON.stringify(Dimensions).includes(`"${id}"`),
  );

describe.each(WORKERS)('the queue of the worker $name', (worker) => {
  const source = sources[WORKERS.indexOf(worker)]?.properties;
  const queueId = source?.EventSourceArn['Fn::GetAtt'][0] ?? '';
  const queue = queues.get(queueId);
  const deadLettersId = queue?.RedrivePolicy?.deadLetterTargetArn['Fn::GetAtt'][0] ?? '';

  test('hides a message for six times as long as its function may run', () => {
    const run = invokedBy(source?.FunctionName)?.properties;
    expect(run?.Timeout).toBe(worker.timeoutSeconds);
    expect(queue?.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker.timeoutSeconds);
  });

  test('keeps for 14 days what failed too often, and raises an alarm', () => {
    expect(queue?.RedrivePolicy?.maxReceiveCount).toBe(worker.maxReceives);
    expect(queues.get(deadLettersId)?.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(watched('ApproximateNumberOfMessagesVisible', deadLettersId)).toBe(true);
  });

  test('raises an alarm when work waits', () => {
    expect(watched('ApproximateAgeOfOldestMessage', queueId)).toBe(true);
  });

  test('hands over one message at a time, to as many as the list says', () => {
    expect(source).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: worker.concurrency },
    });
  });
});

test('every queue is encrypted and refuses what does not come over TLS', () => {
  for (const queue of queues.values()) expect(queue.SqsManagedSseEnabled).toBe(true);
  const policies = resources<Policy>(work, 'AWS::SQS::QueuePolicy');
  expect(policies).toHaveLength(queues.size);
  expect(JSON.stringify(policies).match(/"aws:SecureTransport":"false"/g)).toHaveLength(
    queues.size,
  );
});

const rules = resources<Rule>(work, 'AWS::Events::Rule').map(({ properties }) => properties);

test('the end of a transcription of a window is told to the function that ends its callback', () => {
  const told = rules.filter(({ EventPattern }) => EventPattern?.source[0] === 'aws.transcribe');
  expect(told).toMatchObject([
    {
      EventPattern: {
        'detail-type': ['Transcribe Job State Change'],
        detail: {
          TranscriptionJobName: [{ prefix: 'video-reader-window-' }],
          TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
        },
      },
    },
  ]);
  expect(invokedBy(told[0]?.Targets)?.id).toMatch(/^Eventtranscribed/);
});

test('storage tells of the objects that a worker asks for, and what could not be told is kept', () => {
  const told = rules.filter(({ EventPattern }) => EventPattern?.source[0] === 'aws.s3');
  const asking = WORKERS.filter(({ objects }) => objects !== undefined);
  expect(told).toHaveLength(asking.length);
  for (const [at, { name, objects }] of asking.entries()) {
    expect(told[at]).toMatchObject({
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: [expect.anything()] }, object: { key: [{ wildcard: objects }] } },
      },
    });
    const target = told[at]?.Targets[0];
    expect(target?.Arn['Fn::GetAtt']?.[0]).toMatch(new RegExp(`^Queue${name}Queue`));
    expect(target?.DeadLetterConfig?.Arn['Fn::GetAtt'][0]).toMatch(
      new RegExp(`^Queue${name}DeadLetters`),
    );
    work.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: target?.Arn['Fn::GetAtt']?.[0] }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: Match.arrayWith(['sqs:SendMessage']),
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { ArnEquals: { 'aws:SourceArn': Match.anyValue() } },
          }),
        ]),
      },
    });
  }
});

describe.each(EVENTS)('the event $name', (event) => {
  const rule = rules.filter((one) => one.ScheduleExpression !== undefined)[EVENTS.indexOf(event)];
  const called = invokedBy(rule?.Targets[0]?.Arn);

  test('is called by the clock, and may be', () => {
    const every = event.everyMinutes === 1 ? 'minute' : 'minutes';
    expect(rule).toMatchObject({
      State: 'ENABLED',
      ScheduleExpression: `rate(${event.everyMinutes} ${every})`,
    });
    expect(called?.properties.Timeout).toBe(event.timeoutSeconds);
    work.hasResourceProperties('AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: rule?.Targets[0]?.Arn,
      Principal: 'events.amazonaws.com',
    });
  });

  test('is done once by each call, since the next one does what it left', () => {
    expect(rule?.Targets[0]).toMatchObject({ RetryPolicy: { MaximumRetryAttempts: 0 } });
    const [invoking] = resources<{ readonly Qualifier: unknown }>(
      work,
      'AWS::Lambda::EventInvokeConfig',
    ).filter(({ properties }) => invokedBy(properties.Qualifier)?.id === called?.id);
    expect(invoking?.properties).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  test('raises an alarm when it is no longer called', () => {
    const alarm = alarms.find(
      ({ MetricName, Dimensions }) =>
        MetricName === 'Invocations' && JSON.stringify(Dimensions).includes(`"${called?.id}"`),
    );
    expect(alarm).toMatchObject({ TreatMissingData: 'breaching', Threshold: 1 });
  });
});

// Long reads and long transcripts are carried; one function decodes them, one takes sound out of
// them, and one decodes while calls wait; one follows links; one is told of transcriptions.
const DURABLE = 7;

test('there is one function for each route, folder of pages, worker and event, for OAuth and long jobs', () => {
  const folders = new Set([...ROUTES, ...PAGES, ...OAUTH].map(folderOf));
  expect(functions).toHaveLength(folders.size + WORKERS.length + EVENTS.length + DURABLE);
});

test.each(['DecodeRole', 'DecodeSoundRole', 'DecodeNowRole', 'FetchRole'])(
  'what meets foreign bytes writes its log and nothing else: %s',
  (role) => {
    const of = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ id }) => id.startsWith(role));
    const statements = of.flatMap(({ properties }) => properties.PolicyDocument.Statement);
    expect(statements.flatMap(({ Action }) => Action)).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]);
  },
);

test('the sound of a long read is taken out by less than half a core, and nobody else calls for it', () => {
  const sound = functions.find(({ id }) => id.startsWith('DecodeSound'));
  expect(sound?.properties.MemorySize).toBe(768);
  const callers = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ properties }) =>
    /DecodeSound\w*FunctionAliaslive/.test(JSON.stringify(properties)),
  );
  expect(callers.map(({ id }) => id.replace(/Role.*/, ''))).toEqual(['LongRead']);
});

test('what decodes while a call waits is called by those who take files, copy them or run jobs', () => {
  const callers = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ properties }) =>
    /DecodeNow\w*FunctionAliaslive/.test(JSON.stringify(properties)),
  );
  expect(callers.map(({ id }) => id.replace(/Role.*/, '')).toSorted()).toEqual([
    'Apicompleteupload',
    'Apiticketupload',
    'Apiuploads',
    'Workeringest',
    'Workermerge',
    'Workerread',
    'Workerworkingcopy',
  ]);
});

test('what follows links is called by those who run jobs, and is told no secret by its environment', () => {
  const callers = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ properties }) =>
    /"Fetch\w*FunctionAliaslive/.test(JSON.stringify(properties)),
  );
  expect(callers.map(({ id }) => id.replace(/Role.*/, ''))).toEqual(['Workerread', 'Workermerge']);
  const [made] = functions.filter(({ id }) => id.startsWith('FetchFunction'));
  const { Variables = {} } = made?.properties.Environment ?? {};
  expect(Object.keys(Variables)).toEqual(['METRICS_NAMESPACE']);
});

test('mail is sent by one function alone, and from one address alone', () => {
  const sending = resources<Policy>(ours, 'AWS::IAM::Policy').filter(({ properties }) =>
    JSON.stringify(properties).includes('"ses:'),
  );
  expect(sending.map(({ id }) => id.replace(/Role.*/, ''))).toEqual(['Workermail']);
  const statements = sending[0]?.properties.PolicyDocument.Statement ?? [];
  const allowed = statements.filter(({ Action }) => JSON.stringify(Action).includes('ses:'));
  expect(allowed).toEqual([
    expect.objectContaining({
      Action: 'ses:SendEmail',
      Condition: { StringEquals: { 'ses:FromAddress': 'sign-in@mail.video-reader.example' } },
    }),
  ]);
  expect(JSON.stringify(allowed[0]?.Resource)).toContain(':identity/mail.video-reader.example"');
});

test.each(functions)('$id is traced, watched, and forgets its log after 30 days', (made) => {
  const { TracingConfig, LoggingConfig, Runtime, PackageType } = made.properties;
  // A trace is a right to write elsewhere, which nobody has who meets foreign bytes.
  expect(TracingConfig?.Mode).toBe(/^(Decode|Fetch)/.test(made.id) ? undefined : 'Active');
  expect(PackageType === 'Image' || Runtime === 'nodejs24.x').toBe(true);
  const logs = resources<{ RetentionInDays: number }>(templates, 'AWS::Logs::LogGroup');
  const log = logs.find(({ id }) => id === LoggingConfig.LogGroup.Ref);
  expect(log?.properties.RetentionInDays).toBe(30);
  expect(watched('Errors', made.id)).toBe(true);
});

test('an alarm is raised when functions of the account cannot start', () => {
  expect(alarms.filter(({ MetricName }) => MetricName === 'Throttles')).toHaveLength(1);
});

// Executions under way stay with their version, so one of a durable function takes over at once.
test.each(functions.filter(({ id }) => !/^(LongRead|Transcript)Function/.test(id)))(
  'a new version of $id gets a tenth of the calls, and is watched alone',
  (made) => {
    const [group] = resources<DeploymentGroup>(ours, 'AWS::CodeDeploy::DeploymentGroup').filter(
      ({ id }) => id === made.id.replace(/Function.*/, '').concat(/Shift.*/.exec(id)?.[0] ?? ''),
    );
    expect(group?.properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
      },
    });
    const [alias] = [...aliases.values()].filter(
      ({ FunctionName }) => FunctionName.Ref === made.id,
    );
    const [watching] = group?.properties.AlarmConfiguration.Alarms ?? [];
    const alarm = resources<Alarm>(ours, 'AWS::CloudWatch::Alarm').find(
      ({ id }) => id === watching?.Name.Ref,
    );
    // No data is no defect: a version that nobody called yet is not taken back.
    expect(alarm?.properties).toMatchObject({
      MetricName: 'Errors',
      TreatMissingData: 'notBreaching',
    });
    expect(alarm?.properties.Dimensions).toEqual(
      expect.arrayContaining([
        { Name: 'ExecutedVersion', Value: alias?.FunctionVersion },
        { Name: 'Resource', Value: { 'Fn::Join': ['', [{ Ref: made.id }, ':live']] } },
      ]),
    );
  },
);

test('nothing is invoked but by its alias', () => {
  const invoked = [
    ...sources.map(({ properties }) => properties.FunctionName),
    ...rules
      .filter(({ ScheduleExpression }) => ScheduleExpression !== undefined)
      .flatMap(({ Targets }) => Targets.map(({ Arn }) => Arn)),
  ];
  for (const property of invoked) expect(invokedBy(property)).toBeDefined();
  const outputs = Object.values(calls.toJSON()['Outputs']).map((output) => JSON.stringify(output));
  for (const output of outputs) expect(output).toContain('Aliaslive');
});

test('the image is made of the code and its packages alone, so nothing else makes a new one', () => {
  const [image, ...others] = readdirSync(OUT).filter((asset) =>
    existsSync(join(OUT, asset, 'functions/workers/Dockerfile')),
  );
  expect(others).toEqual([]);
  expect(new Set(readdirSync(join(OUT, image ?? '')))).toEqual(
    new Set([
      '.dockerignore',
      '.npmrc',
      'functions',
      'layers',
      'lib',
      'package-lock.json',
      'package.json',
    ]),
  );
  expect(readdirSync(join(OUT, image ?? '', 'lib'))).toEqual(['image']);
});

test('every alarm tells someone and names a heading of the runbook that exists', () => {
  const runbook = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  for (const { AlarmDescription, AlarmActions } of alarms) {
    expect(AlarmActions).toHaveLength(1);
    expect(headings).toContain(/docs\/operations\.md#(\S+)$/.exec(AlarmDescription)?.[1]);
  }
});

test('no template is near the 500 resources that CloudFormation takes', () => {
  const sizes = templates.map((template) => Object.keys(template.toJSON()['Resources']).length);
  expect(Math.max(...sizes)).toBeLessThan(400);
});
