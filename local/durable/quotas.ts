import type { Entry } from './entry.ts';
import { invalidParameter } from './lambda-error.ts';

/** What an execution has taken of its quotas. */
export interface Used {
  /** Its start, each operation that it began, and each retry of a step. */
  readonly operations: number;
  /** Of everything that was written for it. */
  readonly bytes: number;
}

/**
 * Of one execution, on every account: neither can be raised.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#durable-functions-quotas
 */
export const QUOTAS: Used = { operations: 3_000, bytes: 100 * 1_000_000 };

export const usedAtStart = (input: string): Used => ({
  operations: 1,
  bytes: Buffer.byteLength(input),
});

/** What is used once entries are written over those that there are. */
export function usedWith(
  used: Used,
  before: ReadonlyMap<string, Entry>,
  written: readonly Entry[],
): Used {
  if (written.length === 0) return used;
  const begun = written.filter(({ operation }) => !before.has(operation.Id)).length;
  const retried = written.filter(
    ({ operation: { Type, Status } }) => Type === 'STEP' && Status === 'PENDING',
  ).length;
  return {
    operations: used.operations + begun + retried,
    bytes: used.bytes + Buffer.byteLength(JSON.stringify(written)),
  };
}

/** @throws LambdaError InvalidParameterValueException, which the SDK ends its execution at */
export function requireQuotas({ operations, bytes }: Used, quotas: Used): void {
  if (operations > quotas.operations)
    throw invalidParameter(`An execution has at most ${quotas.operations} durable operations.`);
  if (bytes > quotas.bytes)
    throw invalidParameter(`An execution stores at most ${quotas.bytes} bytes.`);
}
