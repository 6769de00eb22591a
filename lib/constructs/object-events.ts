import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { WorkQueue } from './work-queue.ts';

/**
 * Hands a queue the events of the bucket's new objects whose keys are as `keys` says; `*` stands
 * for anything.
 */
export class ObjectEvents extends Construct {
  constructor(scope: Construct, id: string, bucket: Bucket, keys: string, to: WorkQueue) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: `Tells of new objects ${keys}`,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [bucket.bucketName] },
          object: { key: Match.wildcard(keys) },
        },
      },
      targets: [
        new SqsQueue(to.queue, {
          // What could not be handed over lies where the queue's own failures lie, under the same
          // alarm.
          deadLetterQueue: to.deadLetters,
          maxEventAge: Duration.hours(24),
        }),
      ],
    });
  }
}
