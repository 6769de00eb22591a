import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import type { DurableFunctionShape } from '../../functions/durable/shapes.ts';
import { Alarms } from '../../lib/constructs/alarms.ts';
import { BareFunction, DurableFunction } from '../../lib/constructs/durable-function.ts';
import { ServiceFunction } from '../../lib/constructs/service-function.ts';
import { resources } from './resources.ts';

interface Policy {
  readonly PolicyDocument: {
    readonly Statement: readonly { readonly Action: string | readonly string[] }[];
  };
  readonly Roles: readonly { readonly Ref: string }[];
}

const SHAPE: DurableFunctionShape = {
  name: 'mail',
  timeoutSeconds: 900,
  executionSeconds: 86_400,
  retentionDays: 3,
  concurrency: 50,
  runtime: 'node',
};

const stack = new Stack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Durable');
const alarms = new Alarms(stack, 'Alarms');
// Any handler that there is: what it does is not looked at.
const props = { folder: 'workers/mail', alarms };
const job = new DurableFunction(stack, 'Job', SHAPE, props);
const decode = new BareFunction(stack, 'Decode', SHAPE, props);
const consumer = new ServiceFunction(stack, 'Consumer', { ...props, runtime: 'node' });
const answerer = new ServiceFunction(stack, 'Answerer', { ...props, runtime: 'node' });
decode.bindTo(job, 'DECODE_FUNCTION');
job.bindTo(consumer, 'JOB_FUNCTION');
job.letAnswer(answerer);
const template = Template.fromStack(stack);

/** What the role of a function may do. */
const actionsOf = (role: string): string[] =>
  resources<Policy>(template, 'AWS::IAM::Policy')
    .filter(({ properties }) => properties.Roles.some(({ Ref }) => Ref.startsWith(role)))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement)
    .flatMap(({ Action }) => Action)
    .toSorted();

test('a durable function is one from its creation, and is invoked by an alias', () => {
  template.hasResourceProperties('AWS::Lambda::Function', {
    DurableConfig: { ExecutionTimeout: 86_400, RetentionPeriodInDays: 3 },
  });
  template.hasResourceProperties('AWS::Lambda::Alias', { Name: 'live' });
  template.hasResource('AWS::Lambda::Version', { DeletionPolicy: 'Retain' });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: { JOB_FUNCTION: { Ref: Match.stringLikeRegexp('^JobFunctionAliaslive') } },
    },
  });
});

test('a durable function reports its own executions and calls what it was given', () => {
  expect(actionsOf('JobRole').filter((action) => action.startsWith('lambda:'))).toEqual([
    'lambda:CheckpointDurableExecution',
    'lambda:GetDurableExecutionState',
    'lambda:InvokeFunction',
  ]);
});

test('who starts executions may do nothing else with them, and who answers them neither', () => {
  const ofLambda = (role: string) =>
    actionsOf(role).filter((action) => action.startsWith('lambda:'));
  expect(ofLambda('ConsumerRole')).toEqual(['lambda:InvokeFunction']);
  expect(ofLambda('AnswererRole')).toEqual(['lambda:SendDurableExecutionCallbackSuccess']);
});

test('the role of what executions call with foreign bytes writes its log and nothing else', () => {
  expect(actionsOf('DecodeRole')).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
  const managed = resources<{ ManagedPolicyArns?: unknown }>(template, 'AWS::IAM::Role');
  for (const { id, properties } of managed.filter((role) => !role.id.startsWith('Shifts'))) {
    expect([id, properties.ManagedPolicyArns]).toEqual([id, undefined]);
  }
});
