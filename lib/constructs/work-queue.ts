import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Worker } from '../../functions/workers/workers.ts';
import { type Alarms, highest } from './alarms.ts';

/**
 * Of its worker's timeout, as Lambda asks of a queue it polls: a batch may be retried while
 * throttled.
 */
const VISIBILITY_TIMEOUTS = 6;

/** A queue, the letters it could not deliver, and the alarms on both. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, worker: Worker, alarms: Alarms) {
    super(scope, id);
    const longest = worker.timeoutSeconds + (worker.maxDelaySeconds ?? 0);
    const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    const deadLetters = new Queue(this, 'DeadLetters', {
      ...secure,
      retentionPeriod: Duration.days(14),
    });
    this.deadLetters = deadLetters;
    this.queue = new Queue(this, 'Queue', {
      ...secure,
      visibilityTimeout: Duration.seconds(worker.timeoutSeconds * VISIBILITY_TIMEOUTS),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: worker.maxReceives },
    });
    alarms.watch(this, 'DeadLettersAlarm', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(highest),
      above: 0,
      runbook: 'dead-letters',
      says: `A message of the ${worker.name} queue failed ${worker.maxReceives} times.`,
    });
    alarms.watch(this, 'AgeAlarm', {
      metric: this.queue.metricApproximateAgeOfOldestMessage(highest),
      above: longest,
      periods: 5,
      runbook: 'waiting-too-long',
      says: `Work waits longer than ${longest} s in the ${worker.name} queue.`,
    });
  }
}
