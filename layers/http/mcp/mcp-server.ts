import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Principal } from '../../domain/accounts/credential.ts';
import { beginning } from '../../domain/characters.ts';
import { DomainError } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import { parsed } from '../api-event.ts';
import type { AgentCalls } from './agent-calls.ts';
import { characters, MOST_CHARACTERS } from './budget.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { progressOf } from './progress.ts';
import { LONGEST_WAIT_SECONDS, type Tool, type ToolAnswer } from './tool.ts';
import { toolError } from './tool-error.ts';
import { listed } from './tool-schemas.ts';
import { TOOLS } from './tools.ts';

const LISTED = TOOLS.map(listed);

/** All tools come at once, so that no cursor was ever given out. */
const OnePage = z.looseObject({
  cursor: z.literal('', 'there is one page: leave `cursor` out').optional(),
});

/** How long a client may keep what is the same for everybody until a new version is deployed. */
const KEPT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** One exchange: who calls, and what is made known of it. */
export interface McpCall {
  readonly who: Principal;
  readonly baseUrl: string;
  /** `legacy` for a revision with a handshake. */
  readonly era: 'legacy' | 'modern';
  /** Aborted when the caller has left before the answer's end. */
  readonly left: AbortSignal;
  /** Why tools are refused though the caller is known: too many calls. */
  readonly refusal?: DomainError | undefined;
  /** Told of an error that a tool ended with. */
  readonly failed: (error: unknown) => void;
}

export const toolNamed = (name: unknown): Tool | undefined =>
  TOOLS.find((tool) => tool.name === name);

/** The tools of one caller, for one exchange, in any revision of the protocol. */
export function agentServer(calls: AgentCalls, version: string, call: McpCall): Server {
  const server = new Server(
    { name: 'video-reader', title: 'Video Reader', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': KEPT, 'server/discover': KEPT },
    },
  );
  server.setRequestHandler('tools/list', { params: OnePage }, () => ({ tools: LISTED }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const tool = toolNamed(name);
    if (!tool) throw unknownTool(name);
    try {
      if (call.refusal) throw call.refusal;
      return resultOf(tool, await answered(calls, tool, args, call, context));
    } catch (error) {
      call.failed(error);
      return toolError(
        error instanceof DomainError ? error : undefined,
        tool,
        args,
        call.who.scopes,
      );
    }
  });
  return server;
}

function answered(
  calls: AgentCalls,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { who, baseUrl, era, left }: McpCall,
  context: ServerContext,
): Promise<ToolAnswer<unknown>> {
  const watch = {
    seconds: Math.min(LONGEST_WAIT_SECONDS, calls.silentSeconds),
    signal: context.mcpReq.signal,
    // Revisions with a handshake say that to leave is not to cancel.
    left: era === 'modern' ? left : undefined,
    looked: progressOf(context),
  };
  return tool.call({ who, calls, watch, baseUrl }, parsed(tool.input, args));
}

/** The result as text too, since some clients hand on nothing else; then its pictures. */
function resultOf(tool: Tool, { structured, content = [] }: ToolAnswer<unknown>): CallToolResult {
  const structuredContent = tool.output.parse(structured) as Record<string, unknown>;
  const text =
    characters(structuredContent) <= MOST_CHARACTERS
      ? JSON.stringify(structuredContent)
      : `${beginning(JSON.stringify(structuredContent), MOST_CHARACTERS)}… (cut here; all of it is in structuredContent)`;
  return { content: [{ type: 'text', text }, ...content], structuredContent };
}

function unknownTool(name: string): ProtocolError {
  const names = TOOLS.map((tool) => tool.name);
  const meant = nearest(name, names);
  const instead =
    meant === undefined ? `The tools are ${names.join(', ')}.` : `Did you mean ${meant}?`;
  const message = `There is no tool ${beginning(name, 60)}. ${instead}`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
