import { Duration, Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  ComparisonOperator,
  type Metric,
  type MetricOptions,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { environmentOf } from '../environment.ts';

/** The headings of docs/operations.md that an alarm may lead to. */
type Runbook =
  | 'dead-letters'
  | 'waiting-too-long'
  | 'function-errors'
  | 'function-throttles'
  | 'gateway-errors'
  | 'schedule-stopped'
  | 'links-fail';

/** Raised when the metric is above or below a number; no data at all is below. */
type Limit =
  | { readonly above: number; readonly below?: never }
  | { readonly below: number; readonly above?: never };

type Watch = Limit & {
  readonly metric: Metric;
  /** Consecutive periods beyond the limit before it is raised. */
  readonly periods?: number;
  readonly runbook: Runbook;
  readonly says: string;
};

/** What tells the topic: alarms, and the budget. */
const TELLERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** One topic that every alarm tells. Subscribe whoever is on call. */
export class Alarms extends Topic {
  constructor(scope: Construct, id: string) {
    // Not encrypted by a key: CloudWatch may not use the account's own one, and a message holds
    // only metric names.
    super(scope, id, { enforceSSL: true, displayName: 'Video Reader alarms' });
    // A topic with a policy of its own loses the one by which anything in the account may publish.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const teller of TELLERS) this.grantPublish(new ServicePrincipal(teller, { conditions }));
  }

  /** Undefined in an environment that has no alarms. */
  watch(
    scope: Construct,
    id: string,
    { metric, periods = 1, runbook, says, ...limit }: Watch,
  ): Alarm | undefined {
    if (!environmentOf(this).alarms) return undefined;
    const raised =
      limit.below === undefined
        ? {
            threshold: limit.above,
            comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.NOT_BREACHING,
          }
        : {
            threshold: limit.below,
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.BREACHING,
          };
    const alarm = metric.createAlarm(scope, id, {
      ...raised,
      evaluationPeriods: periods,
      alarmDescription: `${says} See docs/operations.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(this));
    return alarm;
  }
}

export const summed: MetricOptions = { statistic: Stats.SUM, period: Duration.minutes(5) };
export const highest: MetricOptions = { statistic: Stats.MAXIMUM, period: Duration.minutes(1) };
