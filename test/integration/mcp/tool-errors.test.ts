import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { NextCall } from '../../../layers/http/mcp/next-call.ts';
import { smallClip } from '../../support/clips/small-clip.ts';
import {
  answered,
  lastText,
  messageOf,
  postMessage,
  ToolResult,
} from '../../support/mcp-message.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { site } from '../../support/sites/sites.ts';

Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
const at = await suiteOAuthService();

/** One message, by hand. */
const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  postMessage(at.baseUrl, body, { authorization: `Bearer ${at.org.api_key}`, ...headers });

test.each([
  [
    { job_id: 'job_x', wiat: 5 },
    { job_id: 'job_x', wait: 5 },
  ],
  [{ job_id: 'job_x', wait: 900 }, { job_id: 'job_x' }],
  [{ job_id: 'job_x', sheets: 50, colour: 1 }, { job_id: 'job_x' }],
])('arguments %j are answered with %j', async (args, right) => {
  const { result } = await answered(ToolResult, await post(messageOf({ name: 'get_job', args })));
  expect(result.isError).toBe(true);
  expect(lastText(result)).toMatchObject({
    error: { type: 'invalid_request' },
    next: { tool: 'get_job', arguments: right },
  });
});

test('two hundred calls at once are answered or told when to come back', async () => {
  const free = await at.administer.createOrg('free', 0 as never);
  const authorization = `Bearer ${free.api_key}`;
  const calls = Array.from({ length: 200 }, () =>
    post(messageOf({ name: 'credits' }), { authorization }),
  );
  const answers = await Promise.all(
    calls.map(async (call) => {
      const response = await call;
      const { result } = await answered(ToolResult, response);
      return { status: response.status, retry: response.headers.get('retry-after'), result };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const late = answers.filter(({ result }) => result.isError);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(200);
  for (const { retry, result } of late) {
    expect(Number(retry)).toBeGreaterThan(0);
    expect(lastText(result)).toMatchObject({
      error: { type: 'rate_limited' },
      retry_after_seconds: Number(retry),
      next: { tool: 'credits', arguments: {} },
    });
  }
  const list = () => post(messageOf({ method: 'tools/list' }), { authorization });
  let listed = await list();
  // The minute that was full may be over; this one is soon.
  while (listed.status === 200) listed = await list();
  expect(listed.status).toBe(429);
  expect(Number(listed.headers.get('retry-after'))).toBeGreaterThan(0);
});

const tool = async (name: string, args: object) =>
  (await answered(ToolResult, await post(messageOf({ name, args: { ...args } })))).result;

test('the call that is named instead of one with a key works, though a job holds that key', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'keyed-call-'));
  const clip = await smallClip(dir);
  const web = await site((_request, response) => {
    response.setHeader('content-type', 'video/mp4').end(clip);
  });
  const url = `${web.origin}/clip.mp4`;
  const args = { url, start: 500, transcribe: false, idempotency_key: 'beyond the end' };
  const refused = await tool('frames', args);
  expect(refused.isError).toBe(true);
  const { next } = z.object({ next: NextCall }).parse(lastText(refused));
  const instead = await tool(next.tool, next.arguments);
  expect([instead.isError ?? false, instead.structuredContent?.['status']]).toEqual([
    false,
    'succeeded',
  ]);
  await web.close();
  await rm(dir, { recursive: true });
});

test('a job that failed is read with the call that goes on from it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'failed-job-'));
  const clip = await smallClip(dir);
  const web = await site((request, response) => {
    if (request.url === '/clip.mp4') response.setHeader('content-type', 'video/mp4').end(clip);
    else response.writeHead(404).end();
  });
  const link = web.origin;
  const failed = async (body: object) => {
    const queued = await fetch(`${at.baseUrl}/v1/frames`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${at.org.api_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...body, sync: false, transcribe: false }),
    });
    const { job_id } = (await queued.json()) as { job_id: string };
    const { structuredContent } = await tool('get_job', { job_id, wait: 240 });
    expect(structuredContent).toMatchObject({ status: 'failed' });
    return structuredContent;
  };
  const outside = await failed({ url: `${link}/clip.mp4`, detail: 'standard', start: 500 });
  expect(outside).toMatchObject({
    error: { type: 'invalid_window' },
    next: { tool: 'frames', arguments: { url: `${link}/clip.mp4`, detail: 'standard' } },
  });
  const { isError, structuredContent } = await tool(
    outside?.next?.tool ?? '',
    outside?.next?.arguments ?? {},
  );
  expect([isError ?? false, structuredContent?.['status']]).toEqual([false, 'succeeded']);
  const gone = await failed({ url: `${link}/gone.mp4` });
  expect(gone).toMatchObject({ next: { tool: 'upload_ticket', arguments: {} } });
  await web.close();
  await rm(dir, { recursive: true });
});
