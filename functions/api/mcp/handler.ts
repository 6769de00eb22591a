import { mcpHandler } from '../../../layers/http/mcp/mcp-handler.ts';
import { agentServer, toolNamed } from '../../../layers/http/mcp/mcp-server.ts';
import about from '../../../package.json' with { type: 'json' };
import { agentCalls } from '../../compose/agent-calls.ts';
import { McpEnv } from '../../compose/env/mcp-env.ts';
import { mcpRoute } from './route.ts';

const { gate, calls } = await agentCalls(McpEnv.parse(process.env));
const { version } = about;

export const handler = mcpHandler(mcpRoute, gate, {
  toolNamed,
  serverOf: (call) => agentServer(calls, version, call),
});
