import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** How the names of jobs begin that layers/adapters/speech/amazon-windows.ts starts. */
const WINDOWS = 'video-reader-window-';

/**
 * Calls a function when a job of Amazon Transcribe has ended.
 * https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html
 */
export class TranscriptionEvents extends Construct {
  constructor(scope: Construct, id: string, lambda: IFunction) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: 'Tells of jobs of Amazon Transcribe that have ended',
      eventPattern: {
        source: ['aws.transcribe'],
        detailType: ['Transcribe Job State Change'],
        detail: {
          TranscriptionJobName: [{ prefix: WINDOWS }],
          TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
        },
      },
      // Whoever waits looks for itself every few minutes.
      targets: [new LambdaFunction(lambda, { retryAttempts: 2, maxEventAge: Duration.minutes(5) })],
    });
  }
}
