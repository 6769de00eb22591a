import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { JobList } from '../../../layers/domain/jobs/job.ts';
import { answered, envelope, postMessage, ToolResult } from '../../support/mcp-message.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { site } from '../../support/sites/sites.ts';

Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
const at = await suiteOAuthService();

type Revision = '2026-07-28' | '2025-11-25';

function callTool(revision: Revision, name: string, args: object, signal?: AbortSignal) {
  const _meta = revision === '2026-07-28' ? { _meta: envelope(revision) } : {};
  const params = { name, arguments: args, ..._meta };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const authorization = `Bearer ${at.org.api_key}`;
  const headers = { authorization, 'mcp-protocol-version': revision };
  return postMessage(at.baseUrl, message, headers, signal);
}

/** A link that is asked for and not answered until the test says that there is no such file. */
async function silentSite() {
  const asked = new EventEmitter<{ asked: [ServerResponse] }>();
  let isGone = false;
  const { origin, close } = await site((_, response) => {
    if (isGone) response.writeHead(404).end();
    else asked.emit('asked', response);
  });
  return {
    url: `${origin}/clip.mp4`,
    asked: once(asked, 'asked') as Promise<[ServerResponse]>,
    answer(response: ServerResponse) {
      isGone = true;
      response.writeHead(404).end();
    },
    close,
  };
}

/** How the last job stands when it has ended, or when the seconds are over. */
async function lastJob(seconds: number): Promise<unknown> {
  const authorization = `Bearer ${at.org.api_key}`;
  const list = await fetch(`${at.baseUrl}/v1/jobs`, { headers: { authorization } });
  const job_id = JobList.parse(await list.json()).jobs[0]?.job_id;
  const answer = await callTool('2026-07-28', 'get_job', { job_id, wait: seconds });
  return (await answered(ToolResult, answer)).result.structuredContent?.['status'];
}

/**
 * Asks for frames of a link and leaves while its site is silent.
 * @returns how the job stands after `patience` seconds, and after the site has refused it
 */
async function left(revision: Revision, { patience, ...args }: { patience: number }) {
  const silent = await silentSite();
  const leaving = new AbortController();
  const answer = await callTool(revision, 'frames', { url: silent.url, ...args }, leaving.signal);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const [response] = await silent.asked;
  leaving.abort();
  const first = await lastJob(patience);
  silent.answer(response);
  const then = await lastJob(60);
  await silent.close();
  return [first, then];
}

test('who leaves a call of 2026-07-28 has cancelled it', async () => {
  expect(await left('2026-07-28', { patience: 60 })).toEqual(['cancelled', 'cancelled']);
});

test('a call under an idempotency key goes on, since it may be asked for again', async () => {
  const args = { patience: 1, idempotency_key: 'once' };
  expect(await left('2026-07-28', args)).toEqual(['running', 'failed']);
});

test('to leave a call of an earlier revision is not to cancel it', async () => {
  expect(await left('2025-11-25', { patience: 1 })).toEqual(['running', 'failed']);
});
