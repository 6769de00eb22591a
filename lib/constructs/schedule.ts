import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ScheduledEvent } from '../../functions/events/events.ts';
import { type Alarms, summed } from './alarms.ts';

/** Calls a function by the clock, and raises an alarm when it is no longer called. */
export class ScheduledCall extends Construct {
  constructor(
    scope: Construct,
    id: string,
    event: ScheduledEvent,
    lambda: IFunction,
    alarms: Alarms,
  ) {
    super(scope, id);
    // The next call does what a missed one would have done: neither who hands it over nor Lambda,
    // which tries a failed event twice more, repeats one.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    lambda.configureAsyncInvoke(once);
    new Rule(this, 'Rule', {
      description: `Calls ${event.name}`,
      schedule: Schedule.rate(Duration.minutes(event.everyMinutes)),
      targets: [new LambdaFunction(lambda, once)],
    });
    alarms.watch(this, 'StoppedAlarm', {
      metric: lambda.metricInvocations(summed),
      below: 1,
      periods: Math.ceil((3 * event.everyMinutes) / 5),
      runbook: 'schedule-stopped',
      says: `${event.name} is not called any more.`,
    });
  }
}
