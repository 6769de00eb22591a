import type { Arguments } from './repaired-arguments.ts';
import type { Tool } from './tool.ts';

/**
 * What a tool takes of the body of a job, for a call that is made in the job's place or goes on
 * from it. It comes without the job's idempotency key, under which it would be answered with
 * that job.
 */
export function argumentsOf({ input }: Tool, request: Arguments): Arguments {
  const known = 'shape' in input ? Object.keys(input.shape as object) : [];
  const taken = known.filter((name) => name in request && name !== 'idempotency_key');
  return Object.fromEntries(taken.map((name) => [name, request[name]]));
}
