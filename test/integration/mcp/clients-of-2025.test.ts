import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import { CreditsResult } from '../../../layers/domain/accounts/credits-result.ts';
import { Agent, picturesOf } from '../../support/agent.ts';
import { smallClip } from '../../support/clips/small-clip.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { rawRequest } from '../../support/raw-request.ts';

Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
const at = await suiteOAuthService();

// What agents are built with that do not speak 2026-07-28: it holds an answer to the schema that
// the tool is listed with, as draft-07 reads it, and gives the agent none that does not fit.
test('the client that agents of 2025 are built with takes the answer of every tool', async () => {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${at.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${at.org.api_key}` } },
  });
  // Its types are not written for exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  const { tools } = await client.listTools();
  const called: string[] = [];
  const ask = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
    expect([name, isError ?? false]).toEqual([name, false]);
    called.push(name);
    return z.record(z.string(), z.unknown()).parse(structuredContent);
  };

  const { upload_url, ticket, page } = await ask('upload_ticket');
  expect(page).toBe(`${at.baseUrl}/u/${ticket}`);
  const dir = await mkdtemp(join(tmpdir(), 'client-'));
  const clip = await smallClip(dir);
  await rm(dir, { recursive: true });
  const sent = await fetch(String(upload_url), { method: 'POST', body: clip });
  const { upload_id } = z.looseObject({ upload_id: z.string() }).parse(await sent.json());
  const { job_id, video } = await ask('frames', { upload_id, read_text: true });
  await ask('get_job', { job_id });
  await ask('transcript', { upload_id });
  const window = { from: 0, to: 1 };
  await ask('watch_video', { upload_id, question: 'How many cuts are there?', window });
  const { batch_id } = await ask('batch', { items: [{ upload_id }], question: 'What is said?' });
  await ask('get_job', { job_id: batch_id, wait: 60 });
  await ask('credits');
  await ask('erase_video', { video_id: z.looseObject({ id: z.string() }).parse(video).id });
  expect(new Set(called)).toEqual(new Set(tools.map(({ name }) => name)));
  await client.close();
});

test('a stream whose client asked for it ends with its connection', async () => {
  const { hostname, port, host } = new URL(at.baseUrl);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const request = [
    'POST /mcp HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${at.org.api_key}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
  const { text } = await rawRequest({ host: hostname, port: Number(port) }, request);
  expect(text).toMatch(/^content-type: text\/event-stream$/im);
  expect(text.match(/^connection: .+$/gim)).toEqual(['Connection: close']);
});

test('the revision with a handshake serves the same tools, and a repeat under its key is paid once', async () => {
  const agent = await Agent.connect(at.baseUrl, at.org.api_key, '2025-11-25');
  expect(agent.client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect(agent.client.getInstructions()).toContain('Which tool');
  expect((await agent.client.listTools()).tools).toHaveLength(8);
  const dir = await mkdtemp(join(tmpdir(), 'mcp-'));
  const upload_id = await agent.send(await smallClip(dir));
  await rm(dir, { recursive: true });
  const charges = async () => {
    const { ledger } = await agent.ask(CreditsResult, 'credits');
    return ledger.filter(({ reason }) => reason.startsWith('frames')).length;
  };
  const before = await charges();
  const args = { upload_id, detail: 'detail', idempotency_key: 'once' };
  const told: string[] = [];
  const results = await Promise.all(
    [1, 2, 3].map(() => agent.call('frames', args, ({ message = '' }) => void told.push(message))),
  );
  const jobs = results.map(({ structuredContent }) => structuredContent as { job_id: string });
  expect(new Set(jobs.map(({ job_id }) => job_id)).size).toBe(1);
  for (const result of results) expect(picturesOf(result).length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThan(0);
  expect(await charges()).toBe(before + 1);
  await agent.close();
});

test('the ledger is read on from an entry of it', async () => {
  const agent = await Agent.connect(at.baseUrl, at.org.api_key);
  const { ledger } = await agent.ask(CreditsResult, 'credits');
  expect(ledger.length).toBeGreaterThan(1);
  const read: typeof ledger = [];
  for (let before: string | undefined; read.length < ledger.length; before = read.at(-1)?.at) {
    const page = await agent.ask(CreditsResult, 'credits', { limit: 1, ...(before && { before }) });
    read.push(...page.ledger);
  }
  expect(read).toEqual(ledger);
  await agent.close();
});
