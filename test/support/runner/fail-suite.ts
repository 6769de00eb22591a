import type { SerializableError } from '@jest/test-result';

/** An error as a message to another process carries it. */
export const describe = (error: unknown): SerializableError =>
  error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: String(error) };

/**
 * Ends the suite that this process runs, for a reason after which its tests would wait for ever.
 * Those after it run in a new process.
 * @returns what never settles
 */
export function failSuite(error: unknown): Promise<never> {
  // No suite, but a program that sees the error by itself.
  if (process.send === undefined) return Promise.reject(error);
  process.send({ error: describe(error) }, () => process.exit(1));
  return new Promise(() => undefined);
}
