import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, Version } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';

/** What all shifts of one stack share: they are one application of CodeDeploy. */
class Shifts extends Construct {
  readonly application: LambdaApplication;
  readonly role: Role;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.application = new LambdaApplication(this, 'Application');
    const policy = 'service-role/AWSCodeDeployRoleForLambdaLimited';
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    });
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
      reason: 'Moves aliases of functions and reads alarms; AWS keeps it in step with CodeDeploy.',
    });
  }

  static of(scope: Construct): Shifts {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild('Shifts');
    return found instanceof Shifts ? found : new Shifts(stack, 'Shifts');
  }
}

interface Shift {
  readonly alias: Alias;
  readonly version: Version;
  readonly alarms: Alarms;
  /** The folder under functions/. */
  readonly folder: string;
}

/**
 * Gives a new version a tenth of the calls for five minutes, then all of them. A defect of the new
 * version in those minutes takes the alias back, and with it the whole deployment.
 */
export function shiftGradually(scope: Construct, { alias, version, alarms, folder }: Shift): void {
  const raised = alarms.watch(scope, 'NewVersion', {
    metric: errorsOf(alias, version),
    above: 0,
    runbook: 'function-errors',
    says: `The newest version of ${folder} ended with a defect.`,
  });
  const { application, role } = Shifts.of(scope);
  new LambdaDeploymentGroup(scope, 'Shift', {
    application,
    role,
    alias,
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    alarms: raised === undefined ? [] : [raised],
  });
}

/**
 * Errors of one version under an alias, by which the version before does not count.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html
 */
function errorsOf({ lambda, aliasName }: Alias, version: Version): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    statistic: Stats.SUM,
    period: Duration.minutes(1),
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${aliasName}`,
      ExecutedVersion: version.version,
    },
  });
}
