import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';

const { X_RAY_TRACE_ID } = InvokeStoreBase.PROTECTED_KEYS;

/**
 * Works under the trace of the call that sent a message, and not under that of the invocation which
 * Lambda began for it: its lines, and what it sends on, name the call's.
 * @param header as X-Ray writes it, such as `Root=1-…;Parent=…;Sampled=1`
 */
export async function underTrace<Outcome>(
  header: string | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (header === undefined) return work();
  const store = await InvokeStore.getInstanceAsync();
  return store.run({ ...store.getContext(), [X_RAY_TRACE_ID]: header }, work);
}
