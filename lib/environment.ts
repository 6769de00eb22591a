import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct, Node } from 'constructs';
import { MEDIA } from './function-sizes.ts';

/** How much of everything an environment has, and how hard it is to lose. */
export interface Environment {
  /** Put before the names of its stacks. */
  readonly prefix: string;
  /** Under which its own metrics are kept. */
  readonly metrics: string;
  /** What is kept outlives its stack, and is backed up. */
  readonly keeps: boolean;
  readonly logs: RetentionDays;
  /** Whether somebody is told of what goes wrong. */
  readonly alarms: boolean;
  /** Whether a new version is given a tenth of the calls first, and taken back by its alarms. */
  readonly shiftsGradually: boolean;
  /** MB of a function that decodes; a core is 1,769. */
  readonly mediaMemoryMb: number;
  /** Most messages that a worker works on at once, whatever its own limit is. */
  readonly concurrency: number;
  /** Whether the workers' share of the account's concurrency is kept free for them. */
  readonly reserves: boolean;
}

const PROD = {
  keeps: true,
  logs: RetentionDays.ONE_MONTH,
  alarms: true,
  mediaMemoryMb: MEDIA.memoryMb,
  concurrency: 1_000,
};

/** To try things in: small, quiet, and gone with its stacks. */
const DEV = {
  keeps: false,
  logs: RetentionDays.ONE_WEEK,
  alarms: false,
  mediaMemoryMb: 3008,
  concurrency: 5,
};

const NAME = /^[a-z][a-z0-9]{0,15}$/;

/**
 * The environment that the context names: `prod`, unless it says another. Every other name is a
 * development environment of its own, as many in an account as there are names.
 */
export function environmentOf({ node }: Construct): Environment {
  const name = nameOf(node);
  const memory: unknown = node.tryGetContext('mediaMemoryMb');
  const quota: unknown = node.tryGetContext('accountConcurrency');
  const shape = name === 'prod' ? PROD : DEV;
  return {
    ...shape,
    prefix: name === 'prod' ? 'VideoReader' : `VideoReader-${name}-`,
    metrics: name === 'prod' ? 'VideoReader' : `VideoReader-${name}`,
    mediaMemoryMb: memory === undefined ? shape.mediaMemoryMb : Number(memory),
    reserves: quota !== undefined,
    shiftsGradually: shape.alarms && node.tryGetContext('shift') !== 'atOnce',
  };
}

export const removalOf = ({ keeps }: Environment): RemovalPolicy =>
  keeps ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

/** Concurrency that no account may reserve. */
const NEVER_RESERVED = 100;

/** @throws Error where workers would take more of the account's concurrency than it has */
export function requireRoom({ node }: Construct, reserved: number): void {
  const quota: unknown = node.tryGetContext('accountConcurrency');
  if (quota === undefined || reserved <= Number(quota) - NEVER_RESERVED) return;
  throw new Error(
    `The workers reserve ${reserved} of accountConcurrency=${quota}, and ${NEVER_RESERVED} stay free: ask for a quota of ${reserved + NEVER_RESERVED} or leave accountConcurrency out`,
  );
}

/**
 * Takes what the context `environments` says of this one for its own: domain, sender, model. What
 * is named on the command line stands.
 */
export function enterEnvironment({ node }: Construct): void {
  const all: unknown = node.tryGetContext('environments');
  const name = nameOf(node);
  if (typeof all !== 'object' || all === null || !(name in all)) return;
  const own: unknown = Object.entries(all).find(([key]) => key === name)?.[1];
  for (const [key, value] of Object.entries(own ?? {})) {
    if (node.tryGetContext(key) === undefined) node.setContext(key, value);
  }
}

function nameOf(node: Node): string {
  const name = String(node.tryGetContext('environment') ?? 'prod');
  if (NAME.test(name)) return name;
  throw new Error(
    `The context environment is ${JSON.stringify(name)}: it takes prod, or a name of up to 16 lower-case letters and digits`,
  );
}
