import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Dashboard, GraphWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { environmentOf } from '../environment.ts';
import type { Alarms } from './alarms.ts';

const PERIOD = Duration.minutes(5);
/** Links that could not be had in five minutes: more than a few broken ones. */
const MANY_LINKS = 50;
/** US dollars a month, unless the context `budgetUsd` says another sum. */
const BUDGET_USD = 200;

interface OverviewProps {
  readonly alarms: Alarms;
  readonly queues: ReadonlyMap<string, { readonly queue: IQueue; readonly deadLetters: IQueue }>;
}

const ofAccount = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
/** Metrics of the service's own, which are lines of its log: layers/log/metric.ts. */
const ownMetrics = (namespace: string) => ({
  own: (metricName: string): Metric =>
    new Metric({ namespace, metricName, statistic: Stats.SUM, period: PERIOD }),
  /** A graph of its own metric for each value of a dimension, whichever have come up. */
  each: (metricName: string, dimension: string): MathExpression =>
    new MathExpression({
      expression: `SEARCH('{${namespace},${dimension}} MetricName="${metricName}"', 'Sum', 300)`,
      usingMetrics: {},
      label: '',
      period: PERIOD,
    }),
});
const graph = (title: string, left: (Metric | MathExpression)[]): GraphWidget =>
  new GraphWidget({ title, left, width: 12, height: 6 });

/** What is seen of the service at a glance, and what it may cost. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { alarms, queues }: OverviewProps) {
    super(scope, id);
    const waiting = [...queues.values()];
    const { own, each } = ownMetrics(environmentOf(this).metrics);
    new Dashboard(this, 'Dashboard', {
      defaultInterval: Duration.days(1),
      widgets: [
        [
          graph('Jobs by their end', [each('Jobs', 'ended')]),
          graph('Seconds that jobs take', [
            own('JobSeconds').with({ statistic: Stats.p(50), label: 'half of them' }),
            own('JobSeconds').with({ statistic: Stats.p(95), label: 'all but a twentieth' }),
          ]),
        ],
        [
          graph('Waiting, s', [
            ...waiting.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
          ]),
          graph('Dead letters', [
            ...waiting.map(({ deadLetters }) =>
              deadLetters.metricApproximateNumberOfMessagesVisible(),
            ),
          ]),
        ],
        [
          graph('Seconds of video read', [own('SecondsRead')]),
          graph('Credits', [own('CreditsCharged'), own('CreditsRefunded')]),
        ],
        [
          graph('Tokens of models', [own('InputTokens'), own('OutputTokens')]),
          graph('Links that could not be had, by platform', [each('LinkFailures', 'platform')]),
        ],
        [
          graph('Functions', [
            own('Defects'),
            ofAccount('Errors', Stats.SUM),
            ofAccount('Throttles', Stats.SUM),
          ]),
          graph('At once', [ofAccount('ConcurrentExecutions', Stats.MAXIMUM)]),
        ],
      ],
    });
    alarms.watch(this, 'LinksAlarm', {
      metric: own('LinkFailures'),
      above: MANY_LINKS,
      periods: 3,
      runbook: 'links-fail',
      says: `More than ${MANY_LINKS} links in five minutes could not be had.`,
    });
    this.addBudget(alarms);
  }

  private addBudget(alarms: Alarms): void {
    const amount = Number(this.node.tryGetContext('budgetUsd') ?? BUDGET_USD);
    const told = { subscribers: [{ subscriptionType: 'SNS', address: alarms.topicArn }] };
    const above = (notificationType: 'ACTUAL' | 'FORECASTED') => ({
      ...told,
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
    });
    // Of the whole account: tags count for costs only once somebody has activated them there.
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [above('FORECASTED'), above('ACTUAL')],
    });
  }
}
