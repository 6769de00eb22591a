import { z } from 'zod';
import { route } from '../../../layers/http/route.ts';

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional().describe('Left out of a notification.'),
    method: z.string().describe('Such as `tools/list` or `tools/call`.'),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage' });

const Answered = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullable(),
    result: z.looseObject({}).optional(),
    error: z
      .looseObject({ code: z.int(), message: z.string() })
      .optional()
      .describe('An error of the protocol. What a tool refuses is a result with `isError`.'),
  })
  .meta({ id: 'McpAnswer' });

export const mcpRoute = route({
  name: 'mcp',
  method: 'POST',
  path: '/mcp',
  summary: 'The connector for agents',
  description:
    'The Model Context Protocol, revisions 2026-07-28 and 2025-11-25, without sessions: one message, answered as JSON or as an event stream. Its tools make the calls of this interface.',
  scope: 'video:read',
  asks: ['video:read', 'account:read'],
  isResource: true,
  body: Message,
  replies: { 200: Answered },
  errors: ['invalid_request', 'rate_limited'],
  // Messages that only tell something are answered 202. What is no message, and in revision
  // 2026-07-28 a method that there is not (404), is refused as the protocol has it, what the edge
  // refuses as everywhere.
  protocol: {
    types: ['text/event-stream'],
    answers: { 202: 'none', 400: Answered, 404: Answered, 406: Answered, 415: Answered },
  },
  long: true,
});
