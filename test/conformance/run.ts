import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mcpRoute } from '../../functions/api/mcp/route.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import { mcpHandler } from '../../layers/http/mcp/mcp-handler.ts';
import { makeGateway } from '../../local/gateway/gateway.ts';
import { openFront } from '../../local/http/front.ts';

// The scenarios that each revision requires of a server, against fixture tools on the HTTP layer
// of the product: gateway, edge and protocol are its own, the gate lets everybody in.
const CLI = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);
const EXPECTED = join(import.meta.dirname, 'expected-failures.yaml');
/** Each with what is known to fail in it. */
const REVISIONS = [['2026-07-28'], ['2025-11-25', '--expected-failures', EXPECTED]] as const;

const anybody: Principal = {
  kind: 'key',
  orgId: 'org_conformance',
  tier: 'free',
  scopes: ['video:read', 'account:read'],
  wallet: 'topup',
};
const front = await openFront({ host: '127.0.0.1', port: 0 });
front.open(
  makeGateway({
    routes: [mcpRoute],
    load: async () => {
      const { fixtureServer } = await import('./fixture-server.ts');
      const gate = { authenticate: async () => anybody, admit: async () => undefined };
      return mcpHandler(mcpRoute, gate, { toolNamed: () => undefined, serverOf: fixtureServer });
    },
    onDefect: (error) => console.error(error),
  }),
);
let failed = 0;
for (const [revision, ...known] of REVISIONS) {
  const args = ['server', '--requirements', revision, '--url', `${front.baseUrl}/mcp`];
  const run = spawn(process.execPath, [CLI, ...args, ...known], { stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  if (code !== 0) failed += 1;
}
await front.close(1000);
process.exitCode = failed;
