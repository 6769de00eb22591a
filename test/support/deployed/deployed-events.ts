import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { startEventSource } from '../../../local/queues/event-source.ts';
import type { Account } from './account.ts';
import type { FunctionProcess } from './function-process.ts';
import { placed, type resolver, type Stack } from './template.ts';

interface Mapping {
  readonly EventSourceArn: unknown;
  readonly FunctionName: unknown;
}
interface Rule {
  readonly ScheduleExpression?: string;
  readonly EventPattern?: {
    readonly detail: {
      /** Of rules about objects. */
      readonly object?: { readonly key: readonly { readonly wildcard: string }[] };
    };
  };
  readonly Targets: readonly { readonly Arn: unknown }[];
}
interface Options {
  readonly account: Account;
  /** By name or ARN, with an alias or without. */
  readonly called: (name: string) => FunctionProcess;
  readonly queueUrl: (arn: string) => string;
  readonly resolve: ReturnType<typeof resolver>;
  readonly onDefect: (error: unknown) => void;
}

const GRACE_MS = 1000;
/** A message that a worker of a test did not finish comes back, but not while it works. */
const VISIBILITY_SECONDS = 600;

/** What a function answers to an event; it may not stream. */
export const answerOf = async (called: FunctionProcess, event: unknown): Promise<unknown> => {
  const answer = await called.invoke(event);
  if (!('json' in answer)) throw new Error(`${called.made.id} streams to nobody`);
  return answer.json;
};

/** What calls functions beside the gateway, by the templates: queues, storage and the clock. */
export function startEvents(stacks: readonly Stack[], options: Options) {
  const { account, resolve, onDefect } = options;
  const sources = placed<Mapping>(stacks, 'AWS::Lambda::EventSourceMapping').map(
    ({ stack, properties: { EventSourceArn, FunctionName } }) => {
      const called = options.called(resolve(FunctionName, stack));
      return startEventSource({
        client: account.sqs,
        queueUrl: options.queueUrl(resolve(EventSourceArn, stack)),
        worker: {
          name: called.made.id,
          queueVariable: 'READ_QUEUE_URL',
          timeoutSeconds: called.made.timeoutMs / 1000,
          maxReceives: 1,
          concurrency: 1,
          runtime: 'node',
        },
        load: async () => async (event) =>
          (await answerOf(called, event)) as SQSBatchResponse | undefined,
        concurrency: 1,
        visibilitySeconds: VISIBILITY_SECONDS,
        onDefect,
      });
    },
  );
  const rules = placed<Rule>(stacks, 'AWS::Events::Rule');
  account.onObject = (event) => {
    for (const { stack, properties } of rules) {
      const keys = properties.EventPattern?.detail.object?.key ?? [];
      if (!keys.some(({ wildcard }) => matches(wildcard, event.detail.object.key))) continue;
      for (const { Arn } of properties.Targets) {
        const QueueUrl = options.queueUrl(resolve(Arn, stack));
        const message = { QueueUrl, MessageBody: JSON.stringify(event) };
        account.sqs.send(new SendMessageCommand(message)).catch(onDefect);
      }
    }
  };
  return {
    async ring() {
      for (const { stack, properties } of rules) {
        if (properties.ScheduleExpression === undefined) continue;
        for (const { Arn } of properties.Targets) {
          await answerOf(options.called(resolve(Arn, stack)), {
            version: '0',
            id: randomUUID(),
            'detail-type': 'Scheduled Event',
            source: 'aws.events',
            time: new Date().toISOString(),
            region: account.region,
            resources: [],
            detail: {},
          });
        }
      }
    },
    stop: async () => void (await Promise.all(sources.map((source) => source.stop(GRACE_MS)))),
  };
}

const matches = (wildcard: string, key: string): boolean =>
  new RegExp(`^${wildcard.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(
    key,
  );
