import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { z } from 'zod';
import { CreditsResult } from '../../../layers/domain/accounts/credits-result.ts';
import { BatchCreated } from '../../../layers/domain/batches/batch.ts';
import { Answer } from '../../../layers/domain/questions/question.ts';
import { EraseVideoResult } from '../../../layers/domain/videos/erase-video.ts';
import { NextCall } from '../../../layers/http/mcp/next-call.ts';
import { ShownBatch } from '../../../layers/http/mcp/shown-batch.ts';
import { ShownFrames } from '../../../layers/http/mcp/shown-sheets.ts';
import { ShownTranscript } from '../../../layers/http/mcp/shown-words.ts';
import { ReadBefore } from '../../../layers/http/mcp/tools/watch-video.ts';
import { Agent, picturesOf } from '../../support/agent.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { McpProgram } from '../../support/mcp-program.ts';
import { oauthService } from '../../support/oauth-service.ts';

const SECONDS = 240;

let at: Awaited<ReturnType<typeof oauthService>>;
let program: McpProgram;
let agent: Agent;
let cookie: string;
let dir: string;
let video: string;

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  at = await oauthService();
  dir = await mkdtemp(join(tmpdir(), 'agent-'));
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  await agent.close();
  await at.service.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A clip whose picture changes every minute, with words of the uploader's. */
async function longClip(file: string): Promise<void> {
  const clock = (s: number) => `00:0${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')},000`;
  const words = Array.from(
    { length: 8 },
    (_, n) => `${n + 1}\n${clock(n * 30)} --> ${clock(n * 30 + 20)}\nSentence number ${n + 1}.\n`,
  );
  const subtitles = join(dir, 'words.srt');
  await writeFile(subtitles, words.join('\n'));
  const colours = ['red', 'green', 'blue', 'white'];
  await quickFfmpeg(
    ...colours.flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=160x90:r=5:d=60`]),
    ...['-i', subtitles, '-filter_complex', '[0][1][2][3]concat=n=4[v]', '-map', '[v]'],
    ...['-map', '4:s', '-c:s', 'mov_text', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', file],
  );
}

const send = async (file: string) => agent.send(await readFile(file));

test('connects as the person allows, for both scopes', async () => {
  program = new McpProgram(`${at.baseUrl}/mcp`);
  const person = await at.person();
  ({ cookie } = person);
  await expect(Agent.connect(at.baseUrl, program)).rejects.toThrow(UnauthorizedError);
  expect(program.opened?.searchParams.get('scope')).toBe('video:read account:read');
  await program.approvedBy(person.browser);
  agent = await Agent.connect(at.baseUrl, program);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'frames',
    'transcript',
    'watch_video',
    'batch',
    'get_job',
    'upload_ticket',
    'credits',
    'erase_video',
  ]);
});

test('uploads through a ticket', async () => {
  const file = join(dir, 'long.mp4');
  await longClip(file);
  video = await send(file);
  expect(video).toMatch(/^upl_/);
});

test('sees a long video in pictures, two at a time, and pays once', async () => {
  const result = await agent.call('frames', { url: video, detail: 'overview' });
  const first = ShownFrames.parse(result.structuredContent);
  expect(first.coverage.is_full_video).toBe(true);
  expect(first.video.duration).toBe(SECONDS);
  expect(first.sheets).toHaveLength(2);
  expect(first.sheets_in_all).toBeGreaterThan(2);
  expect(first.transcript?.text).toMatch(/^Sentence number 1\./);
  const pictures = picturesOf(result);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect((await sharp(picture).metadata()).format).toBe('jpeg');
  const told = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  for (const [n, sheet] of first.sheets.entries()) {
    expect(told[n + 1]).toContain(`: ${sheet.frame_times.join(', ')}.`);
    expect(result.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri: sheet.url }),
    );
    expect(sheet.b64).toBeUndefined();
  }
  expect((await fetch(first.sheets[0]?.url ?? '')).status).toBe(200);
  expect(JSON.stringify(first)).not.toContain(pictures[0]?.toString('base64').slice(0, 100));

  let seen = [...first.sheets];
  let { next } = first;
  const before = await agent.ask(CreditsResult, 'credits');
  while (next) {
    expect(next.tool).toBe('get_job');
    const { result: more } = await agent.follow(z.object({ result: ShownFrames }), next);
    expect(more.sheets[0]?.frame_times[0]).toBe(next.arguments['start']);
    seen = [...seen, ...more.sheets];
    next = more.next;
  }
  expect(seen).toHaveLength(first.sheets_in_all);
  expect(seen.at(-1)?.t1).toBeGreaterThan(SECONDS - 5);
  const after = await agent.ask(CreditsResult, 'credits');
  expect(after.credits_balance).toBe(before.credits_balance);
  expect(after.wallet).toBe('plan');
});

test('opens one second, and reads what is said', async () => {
  const result = await agent.call('frames', { url: video, detail: 'single', start: 61, end: 61.2 });
  const [picture] = picturesOf(result);
  const { channels } = await sharp(picture).stats();
  // Green fills the second minute.
  expect(channels[1]?.mean).toBeGreaterThan(channels[0]?.mean ?? 255);
  const words = await agent.ask(ShownTranscript, 'transcript', { url: video });
  expect(words.source).toBe('captions');
  expect(words.segments).toHaveLength(8);
  expect(words.text).toContain('Sentence number 8.');
});

test('asks a question, and asks on', async () => {
  const asked = { url: video, question: 'How many cuts are there?' };
  const answer = await agent.ask(Answer, 'watch_video', asked);
  expect(answer.answer).toContain('3 cuts');
  expect(answer.answer).toContain('[60s]');
  const again = await agent.ask(Answer, 'watch_video', asked);
  expect(again).toMatchObject({ cached: true, credits_charged: 0 });
  const freeze = { url: video, question: 'Is there a freeze?' };
  const other = await agent.ask(ReadBefore, 'watch_video', freeze);
  expect(other.status).toBe('already_read');
  const { follow_up, rewatch } = other.next;
  expect((await agent.follow(Answer, follow_up)).session_id).toBe(answer.session_id);
  expect((await agent.follow(Answer, rewatch)).credits_charged).toBe(other.price.rewatch);
});

test('asks three videos at once, and sees how far they are', async () => {
  const uploads = [];
  for (const colour of ['red', 'green', 'blue']) {
    const file = join(dir, `${colour}.mp4`);
    const shots = [
      '-i',
      `color=${colour}:s=160x90:d=1`,
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=160x90:d=1',
    ];
    await quickFfmpeg('-f', 'lavfi', ...shots, '-filter_complex', '[0][1]concat', file);
    uploads.push(await send(file));
  }
  const items = uploads.map((url) => ({ url }));
  const asking = { items, question: 'How many cuts are there?' };
  const created = await agent.ask(BatchCreated.extend({ next: NextCall }), 'batch', asking);
  expect(created).toMatchObject({ total: 3, next: { tool: 'get_job' } });
  const batch = await agent.follow(ShownBatch, created.next);
  expect(batch).toMatchObject({ status: 'succeeded', done: 3 });
  for (const { answer } of batch.items) expect(answer).toContain('1 cut');

  const told: string[] = [];
  const asked = { url: uploads[0], question: 'Is there a freeze?', rewatch: true };
  await agent.call('watch_video', asked, ({ message = '' }) => void told.push(message));
  expect(told).toContain('queued');
});

test('is refused in words and arguments that work', async () => {
  const misspelt = await agent.refused('frames', { url: video, detial: 'single', start: 3 });
  expect(misspelt.error.message).toContain('did you mean `detail`');
  expect(misspelt.next?.arguments).toEqual({ url: video, detail: 'single', start: 3 });
  expect((await agent.follow(ShownFrames, misspelt.next)).detail).toBe('single');
  const late = await agent.refused('frames', { url: video, start: 500, end: 600 });
  expect(late.error.type).toBe('invalid_window');
  expect((await agent.follow(ShownFrames, late.next)).sheets.length).toBeGreaterThan(0);
  const close = { url: video, detail: 'single', start: 0, end: 200 };
  const wide = await agent.refused('frames', close);
  expect(wide.error.type).toBe('window_too_long_for_detail');
  const seen = await agent.follow(ShownFrames, wide.next);
  expect(seen.coverage.covered_seconds).toBeGreaterThan(0);
  const nobody = await agent.refused('get_job', { job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  expect(nobody.error.type).toBe('video_not_found');
});

test('erases what it is asked to, and is cut off by a disconnect', async () => {
  const { video: known } = await agent.ask(ShownTranscript, 'transcript', { url: video });
  const erased = await agent.ask(EraseVideoResult, 'erase_video', { video_id: known.id });
  expect(erased).toMatchObject({ deleted: true });
  const gone = await agent.refused('transcript', { url: video });
  expect(gone.error.type).toBe('video_not_found');
  expect(await agent.follow(z.looseObject({}), gone.next)).toHaveProperty('upload_url');

  const headers = { cookie, origin: at.baseUrl };
  const listed = await fetch(`${at.baseUrl}/v1/connections`, { headers });
  const { connections } = (await listed.json()) as { connections: { connection_id: string }[] };
  const [connection] = connections;
  const path = `${at.baseUrl}/v1/connections/${connection?.connection_id}`;
  expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(200);
  await expect(agent.call('credits')).rejects.toThrow(UnauthorizedError);
});
