import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Alarms } from '../constructs/alarms.ts';
import { Overview } from '../constructs/overview.ts';
import type { WorkStack } from './work-stack.ts';

interface OverviewProps {
  readonly work: WorkStack;
  readonly alarms: Alarms;
}

/** What whoever runs the service looks at. */
export class OverviewStack extends NestedStack {
  constructor(scope: Construct, id: string, { work, alarms }: OverviewProps) {
    super(scope, id, { description: 'Video Reader: dashboard and budget' });
    new Overview(this, 'Overview', { alarms, queues: work.queues });
  }
}
