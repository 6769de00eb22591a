import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeDataDir, startServiceProcess } from '../../test/e2e/service-process.ts';
import { ffmpeg } from '../../test/support/clips/ffmpeg.ts';
import { watchMemory } from '../../test/support/processes/peak-memory.ts';
import { site } from '../../test/support/sites/sites.ts';

/**
 * `npm run soak:links -- [GB] [MB]`: a file of so many gigabytes by its link, from a server that
 * breaks the connection after every so many megabytes. The server makes the file up as it sends it.
 */
const BYTES = Number(process.argv[2] ?? 5) * 1e9;
const BROKEN_AFTER = Number(process.argv[3] ?? 300) * 1e6;
const MOST_MB = 400;
const ETAG = '"one version"';
const PADDING = Buffer.alloc(1024 ** 2, crypto.getRandomValues(new Uint8Array(65_536)));

const service = await startServiceProcess({ env: { ALLOW_PRIVATE_SOURCES: '1' } });
const memory = watchMemory(process.pid);

/** A second of real video, and the head of a box of bytes that nobody reads. */
async function beginning(): Promise<Buffer> {
  const path = join(service.dataDir, 'beginning.mp4');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=1:size=160x90:rate=25', path);
  const clip = await readFile(path);
  await rm(path);
  const header = Buffer.alloc(16);
  // A size of 1 says that the true one, of 64 bits, follows the name.
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(BYTES - clip.length), 8);
  return Buffer.concat([clip, header]);
}
const clip = await beginning();

const bytesFrom = (at: number, most: number): Buffer =>
  at < clip.length
    ? clip.subarray(at, at + most)
    : PADDING.subarray(0, Math.min(most, PADDING.length, BYTES - at));

let sent = 0;
let asked = 0;
function* parts(from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const part = bytesFrom(at, to - at);
    at += part.length;
    sent += part.length;
    yield part;
  }
}

async function answer({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  asked += 1;
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const same = (headers['if-range'] ?? ETAG) === ETAG;
  const from = same ? Number(first) : 0;
  const end = same && last !== '' ? Number(last) + 1 : BYTES;
  response.on('error', () => undefined);
  response.writeHead(headers.range !== undefined && same ? 206 : 200, {
    etag: ETAG,
    'content-type': 'video/mp4',
    'content-length': end - from,
    ...(headers.range !== undefined && { 'content-range': `bytes ${from}-${end - 1}/${BYTES}` }),
  });
  const stop = Math.min(end, from + BROKEN_AFTER);
  await pipeline(Readable.from(parts(from, stop)), response, { end: false }).catch(() => undefined);
  if (stop === end) response.end();
  else response.destroy();
}
const web = await site((request, response) => void answer(request, response));

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.baseUrl + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
  });
  return (await response.json()) as Record<string, unknown>;
}

try {
  const began = performance.now();
  const { job_id } = await call('/v1/frames', {
    url: `${web.origin}/film.mp4`,
    detail: 'standard',
    transcribe: false,
    sync: false,
  });
  let job = await call(`/v1/jobs/${job_id}`);
  let fetchedAfter = 0;
  while (job['finished_at'] === null) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (fetchedAfter === 0 && sent >= BYTES) fetchedAfter = performance.now() - began;
    job = await call(`/v1/jobs/${job_id}`);
  }
  const seconds = (performance.now() - began) / 1000;
  const peaks = await memory.stop();
  const holds =
    job['status'] === 'succeeded' &&
    sent < BYTES * 1.02 &&
    peaks.every(({ command, mb }) => !/worker|node/.test(command) || mb < MOST_MB);
  console.log({
    holds,
    status: job['status'],
    error: job['error'],
    gigabytes: BYTES / 1e9,
    connections: asked,
    sent_over_size: Math.round((sent / BYTES) * 10_000) / 10_000,
    seconds_to_fetch: Math.round(fetchedAfter / 1000),
    mb_per_second: Math.round(BYTES / 1000 / fetchedAfter),
    seconds_in_all: Math.round(seconds),
    peak_mb: peaks.slice(0, 6).map(({ command, mb }) => `${command}: ${mb}`),
  });
  if (!holds) process.exitCode = 1;
} finally {
  await service.kill();
  await Promise.all([web.close(), removeDataDir(service.dataDir)]);
}
