import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { invalidParameter } from './lambda-error.ts';

const Parts = z.tuple([z.string(), z.string(), z.string()]);

/** An id that names its execution and operation, and that nobody can guess; base64, as Lambda's. */
export const newCallbackId = (arn: string, operationId: string): string =>
  Buffer.from(JSON.stringify([arn, operationId, randomBytes(16).toString('hex')])).toString(
    'base64',
  );

/** @throws LambdaError InvalidParameterValueException */
export function callbackOf(id: string): { readonly arn: string; readonly operationId: string } {
  try {
    const [arn, operationId] = Parts.parse(JSON.parse(Buffer.from(id, 'base64').toString()));
    return { arn, operationId };
  } catch {
    throw invalidParameter('This is no id of a callback.');
  }
}
