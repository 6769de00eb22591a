import { randomBytes } from 'node:crypto';
import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';

const { REQUEST_ID, X_RAY_TRACE_ID } = InvokeStoreBase.PROTECTED_KEYS;

/**
 * Where clients and the log find which invocation they are part of. One process has many at once
 * here, so each is told apart by its asynchronous context, as in a function with concurrency.
 */
const store = await InvokeStore.getInstanceAsync(true);

const TRACE = /^Root=1-[0-9a-f]{8}-[0-9a-f]{24}(;[\w=:-]+)*$/;

/** The trace that a request names, else a new one: nothing is sampled, since nothing collects. */
export function traceOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && TRACE.test(header)) return header;
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')};Sampled=0`;
}

/** Does something as an invocation, as Lambda's runtime starts a handler. */
export const asInvocation = <Outcome>(
  requestId: string,
  trace: string | undefined,
  work: () => Outcome,
): Outcome => store.run({ [REQUEST_ID]: requestId, [X_RAY_TRACE_ID]: trace }, work);
