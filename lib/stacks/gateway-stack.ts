import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Alarms } from '../constructs/alarms.ts';
import { Api } from '../constructs/api.ts';
import type { CallsStack } from './calls-stack.ts';

interface GatewayProps {
  readonly calls: CallsStack;
  readonly alarms: Alarms;
}

/** The way in: what stands between callers and the functions that answer them. */
export class GatewayStack extends NestedStack {
  readonly url: string;

  constructor(scope: Construct, id: string, { calls, alarms }: GatewayProps) {
    super(scope, id, { description: 'Video Reader: the HTTP interface' });
    const api = new Api(this, 'Api', {
      routes: calls.endpoints,
      functionOf: (endpoint) => calls.functionOf(endpoint),
      alarms,
      publicUrl: this.node.tryGetContext('publicUrl'),
    });
    this.url = api.url;
  }
}
