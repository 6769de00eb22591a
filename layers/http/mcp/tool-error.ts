import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Scope } from '../../domain/accounts/credential.ts';
import { type DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import type { NextCall } from './next-call.ts';
import type { Tool } from './tool.ts';
import { creditsTool } from './tools/credits.ts';

type Arguments = Readonly<Record<string, unknown>>;

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
    case 'invalid_request': {
      const right = repaired(tool, args);
      return right && { tool: tool.name, arguments: right };
    }
    default:
      return undefined;
  }
}

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

/** Arguments that change how an answer looks, and neither what is read or asked nor its price. */
const LOOKS: ReadonlySet<string> = new Set([
  ...(['sheets', 'sheet_width', 'overlap', 'transcribe', 'words', 'qa', 'signals'] as const),
  // Of the HTTP calls, which tools answer in a way of their own.
  ...(['sync', 'return', 'format'] as const),
]);

/** Names under which answers give what an argument takes under another. */
const OTHER_NAMES: Readonly<Record<string, string>> = { batch_id: 'job_id', video_id: 'upload_id' };

/**
 * The same arguments with what is misspelt put right; undefined where that is not enough. Nothing
 * is left out without which the call would read, ask, cost or erase something else: no start, no
 * window, no question, no name of a field that is not known here.
 */
function repaired({ input, annotations }: Tool, args: Arguments): Arguments | undefined {
  const { error } = input.safeParse(args);
  if (!error) return undefined;
  const shape = 'shape' in input ? (input.shape as Readonly<Record<string, z.ZodType>>) : {};
  const known = Object.keys(shape);
  const right: Record<string, unknown> = { ...args };
  const lacking = (name: string) => known.includes(name) && !(name in args);
  const leaveOut = (name: string): boolean =>
    (annotations.readOnlyHint || LOOKS.has(name) || args[name] === null) && delete right[name];
  for (const { path, ...issue } of error.issues) {
    if (path.length === 0 && issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const meant = [OTHER_NAMES[key] ?? '', nearest(key, known) ?? ''].find(lacking);
        if (meant !== undefined) right[meant] = args[key];
        if (meant !== undefined ? !delete right[key] : !leaveOut(key)) return undefined;
      }
      continue;
    }
    const field = String(path[0]);
    const written = unquoted(args[field]);
    if (written !== undefined && shape[field]?.safeParse(written).success) right[field] = written;
    else if (!leaveOut(field)) return undefined;
  }
  return input.safeParse(right).success && namesItsVideo(known, right) ? right : undefined;
}

/** The number or the boolean that stands in a string. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const SOURCES = ['url', 'upload_id'];

/** False of a call about a video whose arguments name none, or two; a session stands for its own. */
function namesItsVideo(known: readonly string[], args: Arguments): boolean {
  if (!SOURCES.some((name) => known.includes(name))) return true;
  const sources = SOURCES.filter((name) => name in args);
  return sources.length === 1 || (sources.length === 0 && 'session_id' in args);
}
