import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Scope } from '../../domain/accounts/credential.ts';
import { type DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { NextCall } from './next-call.ts';
import { type Arguments, repaired, unquoted } from './repaired-arguments.ts';
import type { Tool } from './tool.ts';
import { creditsTool } from './tools/credits.ts';

/** A refusal that a model can act on: what was wrong, and the call to make instead. */
export function toolError(
  error: DomainError | undefined,
  tool: Tool,
  args: Arguments,
  scopes: readonly Scope[],
): CallToolResult {
  const body = error?.toApiError() ?? PROCESSING_FAILED;
  const next = error ? insteadOf(error, tool, args, scopes) : { tool: tool.name, arguments: args };
  const seconds = error?.detail.retryAfterSeconds;
  const told = {
    error: body,
    ...(seconds === undefined ? {} : { retry_after_seconds: seconds }),
    ...(next === undefined ? {} : { next }),
  };
  return {
    isError: true,
    content: [
      { type: 'text', text: body.message },
      { type: 'text', text: JSON.stringify(told) },
    ],
  };
}

/**
 * The call that is likely to work where this one did not.
 * @param scopes what the caller may do, which a tool of another scope would be refused for
 */
export function insteadOf(
  error: DomainError,
  tool: Tool,
  args: Arguments,
  scopes: readonly Scope[],
): NextCall | undefined {
  const { suggestion } = error.detail;
  if (suggestion) return { tool: tool.name, arguments: { ...withoutKey(args), ...suggestion } };
  switch (error.type) {
    case 'rate_limited':
    case 'processing_failed':
      return { tool: tool.name, arguments: args };
    case 'insufficient_credits':
      return scopes.includes(creditsTool.scope)
        ? { tool: creditsTool.name, arguments: {} }
        : undefined;
    case 'no_video_stream':
      if (error.detail.reason === 'sound_only') return wordsOf(args);
      return { tool: 'upload_ticket', arguments: {} };
    case 'source_unavailable':
      return afterLink(error.detail.reason, tool, args);
    case 'video_not_found':
      // Of what takes a video; a job that is gone cannot be had in another way.
      return 'url' in args || 'upload_id' in args
        ? { tool: 'upload_ticket', arguments: {} }
        : undefined;
    case 'invalid_schema': {
      const schema = unquoted(args['schema']);
      return isObject(schema) ? { tool: tool.name, arguments: { ...args, schema } } : undefined;
    }
    case 'invalid_request': {
      const right = repaired(tool, args);
      if (right) return { tool: tool.name, arguments: right };
      const isElsewhere = error.detail.reason === 'url' || namesFile(args['url']);
      return isElsewhere ? { tool: 'upload_ticket', arguments: {} } : undefined;
    }
    default:
      return undefined;
  }
}

/** A file where the caller is, as `file:///talk.mp4`, `/mnt/talk.mp4` or a bare name: to be sent. */
const namesFile = (url: unknown): boolean =>
  typeof url === 'string' && /\.\w+$/.test(url) && !/^\s*https?:/i.test(url);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The arguments of another call than the one that its key names: where that one made a job, its
 * key stands for the job's body, and another body under it is refused.
 */
const withoutKey = ({ idempotency_key: _, ...args }: Arguments): Arguments => args;

/** A page without a video has none later either; a site that put us off may show it after a wait. */
function afterLink(reason: string | undefined, tool: Tool, args: Arguments): NextCall | undefined {
  if (reason === 'no_video') return undefined;
  if (reason === 'empty' || reason === 'ratelimit')
    return { tool: tool.name, arguments: withoutKey(args) };
  return { tool: 'upload_ticket', arguments: {} };
}

/** What is said in a file of which nothing is seen, in the same window. */
const wordsOf = (args: Arguments): NextCall => ({
  tool: 'transcript',
  arguments: Object.fromEntries(
    ['url', 'upload_id', 'start', 'end', 'language'].flatMap((name) =>
      name in args ? [[name, args[name]]] : [],
    ),
  ),
});
