import { Logger } from '@aws-lambda-powertools/logger';
import type { TokenUse } from '../domain/questions/token-use.ts';

const NAMESPACE = 'VideoReader';

const logger = new Logger({ serviceName: 'worker' });

/**
 * What a call of a model used, in the form that CloudWatch sums as metrics: over all models, and
 * for each.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const tokenMetric = (model: string, { calls, input, output }: TokenUse, at: Date) => ({
  _aws: {
    Timestamp: at.getTime(),
    CloudWatchMetrics: [
      {
        Namespace: NAMESPACE,
        Dimensions: [[], ['model']],
        Metrics: ['ModelCalls', 'InputTokens', 'OutputTokens'].map((Name) => ({
          Name,
          Unit: 'Count',
        })),
      },
    ],
  },
  model,
  ModelCalls: calls,
  InputTokens: input,
  OutputTokens: output,
});

interface Named {
  readonly orgId: string;
  readonly jobId: string;
}

/** Writes the metric to the worker's log, with the job that the call was made for. */
export const logTokens = (
  model: string,
  { orgId, jobId }: Named,
  use: TokenUse,
  at: Date,
): void => {
  logger.info('tokens', { org_id: orgId, job_id: jobId, ...tokenMetric(model, use, at) });
};
