import { z } from 'zod';
import { describeIssue } from '../../domain/calls/describe-issue.ts';

/** What asks or tells something: https://www.jsonrpc.org/specification#request_object */
const Envelope = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()], 'must be a string or a whole number').optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});

/**
 * What makes a message none of JSON-RPC, in a sentence: the library says only that it is none.
 * Undefined for one that is, and for an answer to a message, which asks for nothing.
 */
export function faultOf(message: object): string | undefined {
  if ('result' in message || 'error' in message) return undefined;
  const { error } = Envelope.safeParse(message, { reportInput: true });
  return error && `This is no message of JSON-RPC 2.0. ${describeIssue(error, Envelope)}`;
}
