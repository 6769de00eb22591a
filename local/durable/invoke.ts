import { setTimeout as wait } from 'node:timers/promises';
import { lambdaContext } from '../workers/lambda-context.ts';
import type { LocalFunction } from './local-function.ts';
import { type ErrorObject, PAYLOAD_BYTES } from './operation.ts';

/** How an invocation ended: its answer as JSON, or what it threw. */
export type Answer = { readonly result: string } | { readonly error: ErrorObject };

export const errorObject = (error: unknown): ErrorObject =>
  error instanceof Error
    ? {
        ErrorType: error.name,
        ErrorMessage: error.message.slice(0, 8000),
        StackTrace: (error.stack ?? '').split('\n').slice(1, 20),
      }
    : { ErrorType: 'Error', ErrorMessage: String(error).slice(0, 8000) };

/**
 * Calls a function as Lambda does: event and answer pass as JSON, and it is not waited for beyond
 * its time.
 */
export async function invoke(
  { name, timeoutSeconds, invoke: handler }: LocalFunction,
  payload: string,
  over: AbortSignal,
): Promise<Answer> {
  const context = lambdaContext(name, timeoutSeconds * 1000);
  const done = new AbortController();
  const late = wait(timeoutSeconds * 1000, undefined, { signal: done.signal, ref: false }).then(
    () => {
      throw Object.assign(new Error(`Task timed out after ${timeoutSeconds} seconds`), {
        name: 'Sandbox.Timedout',
      });
    },
  );
  late.catch(() => undefined);
  try {
    over.throwIfAborted();
    const signal = AbortSignal.any([over, done.signal]);
    const answer = await Promise.race([handler(JSON.parse(payload), context, signal), late]);
    return { result: JSON.stringify(answer ?? null) };
  } catch (error) {
    return { error: errorObject(error) };
  } finally {
    done.abort();
  }
}

/** An answer that is kept: one that is too large is an error. */
export function kept(answer: Answer): Answer {
  if ('error' in answer || Buffer.byteLength(answer.result) <= PAYLOAD_BYTES) return answer;
  const ErrorMessage = `Response payload size exceeded maximum allowed payload size (${PAYLOAD_BYTES} bytes).`;
  return { error: { ErrorType: 'Function.ResponseSizeTooLarge', ErrorMessage } };
}
