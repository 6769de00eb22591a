import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { CalledFunction, DurableFunctionShape } from '../../functions/durable/shapes.ts';
import { environmentOf } from '../environment.ts';
import type { Alarms } from './alarms.ts';
import { ServiceFunction } from './service-function.ts';

/** On a function's executions, which are resources below its versions. */
const OWN = ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'];
const ANSWER = ['lambda:SendDurableExecutionCallbackSuccess'];

interface Props {
  readonly folder: string;
  readonly alarms: Alarms;
}

/**
 * A function whose executions are checkpointed and go on after a crash, a wait or a time-out. It is
 * invoked by an alias: an execution stays with the version that it began on, so versions are kept.
 */
export class DurableFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    shape: DurableFunctionShape,
    { folder, alarms }: Props,
  ) {
    super(scope, id, {
      folder,
      alarms,
      runtime: shape.runtime,
      // Executions under way go on with the version that they began on, whatever the alias names.
      shiftsAtOnce: true,
      options: {
        description: `Carries executions of ${shape.name}`,
        timeout: Duration.seconds(shape.timeoutSeconds),
        ...reservedFor(scope, shape),
        durableConfig: {
          executionTimeout: Duration.seconds(shape.executionSeconds),
          retentionPeriod: Duration.days(shape.retentionDays),
        },
        currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      },
    });
    // Beside the policy of the role, which the function waits for: this one names the function.
    new Policy(this, 'Executions', {
      statements: [this.onExecutions(this, OWN)],
      roles: this.lambda.role ? [this.lambda.role] : [],
    });
  }

  /** Lets a function start executions, and tells it the alias. */
  bindTo(user: ServiceFunction, variable: string): void {
    user.lambda.addEnvironment(variable, this.alias.functionArn);
    allowInvoke(user, [this.alias.functionArn]);
  }

  /** Lets a function answer executions that wait for it, without telling it of them. */
  letAnswer(user: ServiceFunction): void {
    user.lambda.addToRolePolicy(this.onExecutions(user, ANSWER));
  }

  private onExecutions(user: ServiceFunction, actions: readonly string[]): PolicyStatement {
    const id = Stack.of(this).getLogicalId(this.lambda.node.defaultChild as CfnElement);
    Validations.of(user).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`,
      reason: 'Versions and executions of this one function have names that are made at run time.',
    });
    const executions = `${this.lambda.functionArn}:*`;
    return new PolicyStatement({ actions: [...actions], resources: [executions] });
  }
}

interface BareProps extends Props {
  /** In MB. */
  readonly memoryMb?: number;
  /** Whether it has a share of the account's concurrency for itself, where others have; else true. */
  readonly reserves?: boolean;
}

/**
 * A function that others call with foreign bytes: its role writes its log and nothing else. What it
 * reads and writes it is given as signed addresses.
 */
export class BareFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    shape: CalledFunction,
    { folder, alarms, memoryMb, reserves = true }: BareProps,
  ) {
    super(scope, id, {
      folder,
      alarms,
      runtime: shape.runtime,
      options: {
        description: `Works for other functions: ${shape.name}`,
        timeout: Duration.seconds(shape.timeoutSeconds),
        ...(reserves ? reservedFor(scope, shape) : {}),
        ...(memoryMb === undefined ? {} : { memorySize: memoryMb }),
        // A trace would be a right to write elsewhere.
        tracing: Tracing.DISABLED,
      },
    });
  }

  /** Lets another function call this one and wait for it, and tells it which. */
  bindTo(user: ServiceFunction, variable: string): void {
    const { functionArn } = this.alias;
    user.lambda.addEnvironment(variable, functionArn);
    allowInvoke(user, [functionArn]);
  }
}

/** With concurrency of its own it takes none that calls need, and always has some. */
function reservedFor(scope: Construct, { concurrency }: Pick<CalledFunction, 'concurrency'>) {
  const { reserves, concurrency: most } = environmentOf(scope);
  return reserves ? { reservedConcurrentExecutions: Math.min(concurrency, most) } : {};
}

const allowInvoke = (user: ServiceFunction, resources: string[]) =>
  user.lambda.addToRolePolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }),
  );
