import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { Alarms, summed } from '../constructs/alarms.ts';
import type { Bindable } from '../constructs/bind-access.ts';
import { makeRotatedSecret } from '../constructs/rotated-secret.ts';
import { CallsStack } from './calls-stack.ts';
import { GatewayStack } from './gateway-stack.ts';
import { OverviewStack } from './overview-stack.ts';
import type { StateStack } from './state-stack.ts';
import { WorkStack } from './work-stack.ts';

/**
 * Everything that runs, deployed and rolled back as one. It consists of nested stacks, since a
 * template may hold 500 resources; each has its own file. Holds no state.
 */
export class ServiceStack extends Stack {
  readonly work: WorkStack;
  readonly calls: CallsStack;
  readonly gateway: GatewayStack;
  readonly overview: OverviewStack;

  constructor(scope: Construct, id: string, { state }: { state: StateStack }) {
    super(scope, id, { description: 'Video Reader: the API and its workers' });
    const alarms = new Alarms(this, 'Alarms');
    alarms.watch(this, 'Throttles', {
      // Of the whole account, whose functions share what may run at once.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...summed }),
      above: 0,
      runbook: 'function-throttles',
      says: 'A function of the account could not start for want of concurrency.',
    });
    const kept: Bindable = {
      tables: state.tables,
      bucket: state.bucket,
      queues: new Map(),
      ticketSecret: makeRotatedSecret(this, 'TicketSecret', 'Signs upload tickets of Video Reader'),
      oauthSecret: makeRotatedSecret(
        this,
        'OAuthSecret',
        'The authorization server of Video Reader derives its keys from it',
      ),
      answererModel: String(this.node.getContext('answererModel')),
    };
    this.work = new WorkStack(this, 'Work', { kept, alarms });
    this.calls = new CallsStack(this, 'Calls', {
      bindable: { ...kept, queues: this.work.queues },
      decodeNow: this.work.decodeNow,
      alarms,
    });
    this.gateway = new GatewayStack(this, 'Gateway', {
      calls: this.calls,
      bucket: state.bucket,
      alarms,
    });
    this.overview = new OverviewStack(this, 'Overview', { work: this.work, alarms });
    new CfnOutput(this, 'BaseUrl', { value: this.gateway.publicUrl });
    new CfnOutput(this, 'AlarmTopic', { value: alarms.topicArn });
  }
}
