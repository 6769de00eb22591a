import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpCall } from '../../layers/http/mcp/mcp-server.ts';
import { addAskingTools, codec } from './asking-tools.ts';
import { ANSWERS, PNG, PROMPTS, saying } from './content.ts';

/** Lists that do not change while a client looks on. */
const FIXED = { listChanged: false };
const HINT = { ttlMs: 1000, cacheScope: 'public' } as const;

/**
 * What the conformance scenarios call, made anew for each message as the tools of the product are.
 * Tools that call their client back in the revision with a handshake are left out: without a
 * session its answer cannot find them.
 */
export function fixtureServer({ era }: Pick<McpCall, 'era'>): McpServer {
  const isLegacy = era === 'legacy';
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: FIXED,
        prompts: FIXED,
        resources: { ...FIXED, ...(isLegacy && { subscribe: true }) },
        completions: {},
        logging: {},
      },
      requestState: { verify: codec.verify },
      cacheHints: {
        'tools/list': HINT,
        'prompts/list': HINT,
        'resources/list': HINT,
        'resources/templates/list': HINT,
        'resources/read': HINT,
        'server/discover': HINT,
      },
    },
  );
  for (const [name, answer] of Object.entries(ANSWERS)) {
    server.registerTool(name, { description: name }, () => answer);
  }
  addTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  if (isLegacy) {
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  }
  return server;
}

const STEP_MS = 50;

function addTools(server: McpServer): void {
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'Counts.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken ?? 0, progress, total: 100 };
      if (progressToken !== undefined) {
        await ctx.mcpReq.notify({ method: 'notifications/progress', params });
      }
      await sleep(STEP_MS);
    }
    return saying('Counted to 100.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs.' }, async (ctx) => {
      for (const what of ['started', 'processing data', 'execution completed']) {
        await ctx.mcpReq.log('info', `Tool ${what.replace('started', 'execution started')}`);
        await sleep(STEP_MS);
      }
      return saying('Logged three times.');
    });
  }
}

function addResources(server: McpServer): void {
  const about = (mimeType: string) => ({ description: 'Of the fixture.', mimeType });
  server.registerResource('text', 'test://static-text', about('text/plain'), ({ href }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      },
    ],
  }));
  server.registerResource('binary', 'test://static-binary', about('image/png'), ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource('watched', 'test://watched-resource', about('text/plain'), (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, about('application/json'), (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

function addPrompts(server: McpServer): void {
  const { test_prompt_with_arguments, test_prompt_with_embedded_resource, ...plain } = PROMPTS;
  for (const [name, answer] of Object.entries(plain)) {
    server.registerPrompt(name, { description: name }, answer);
  }
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Takes two.',
      argsSchema: z.object({ arg1: z.string(), arg2: z.string() }),
    },
    test_prompt_with_arguments,
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Takes an address.', argsSchema: z.object({ resourceUri: z.string() }) },
    test_prompt_with_embedded_resource,
  );
  server.server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: {
      values: ['paris', 'park', 'party'].filter((word) => word.startsWith(params.argument.value)),
      hasMore: false,
    },
  }));
}
