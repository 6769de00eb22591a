import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { type DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import type { NextCall } from './next-call.ts';
import type { Tool } from './tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A refusal that a model can act on: what was wrong, and the call to make instead. */
export function toolError(
  error: DomainError | undefined,
  tool: Tool,
  args: Arguments,
): CallToolResult {
  const body = error?.toApiError() ?? PROCESSING_FAILED;
  const next = error ? insteadOf(error, tool, args) : { tool: tool.name, arguments: args };
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

/** The call that is likely to work where this one did not. */
export function insteadOf(error: DomainError, tool: Tool, args: Arguments): NextCall | undefined {
  const { suggestion } = error.detail;
  if (suggestion) return { tool: tool.name, arguments: { ...args, ...suggestion } };
  switch (error.type) {
    case 'rate_limited':
    case 'processing_failed':
      return { tool: tool.name, arguments: args };
    case 'insufficient_credits':
      return { tool: 'credits', arguments: {} };
    case 'no_video_stream':
      if (error.detail.reason === 'sound_only') return wordsOf(args);
      return { tool: 'upload_ticket', arguments: {} };
    case 'source_unavailable':
      return { tool: 'upload_ticket', arguments: {} };
    case 'video_not_found':
      // Of what takes a video; a job that is gone cannot be had in another way.
      return 'url' in args || 'upload_id' in args
        ? { tool: 'upload_ticket', arguments: {} }
        : undefined;
    case 'invalid_request': {
      const right = repaired(tool.input, args);
      return right && { tool: tool.name, arguments: right };
    }
    default:
      return undefined;
  }
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

/**
 * The same arguments with what is misspelt put right, and without what is not taken; undefined
 * where that is not enough.
 */
function repaired(schema: z.ZodType, args: Arguments): Arguments | undefined {
  const { error } = schema.safeParse(args);
  if (!error) return undefined;
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const right: Record<string, unknown> = { ...args };
  for (const issue of error.issues) {
    const [field] = issue.path;
    if (field !== undefined) delete right[String(field)];
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const meant = nearest(key, known);
        if (meant !== undefined && !(meant in args)) right[meant] = args[key];
        delete right[key];
      }
    }
  }
  return schema.safeParse(right).success && namesItsVideo(known, right) ? right : undefined;
}

const SOURCES = ['url', 'upload_id'];

/** False of a call about a video whose arguments name none, or two; a session stands for its own. */
function namesItsVideo(known: readonly string[], args: Arguments): boolean {
  if (!SOURCES.some((name) => known.includes(name))) return true;
  const sources = SOURCES.filter((name) => name in args);
  return sources.length === 1 || (sources.length === 0 && 'session_id' in args);
}
