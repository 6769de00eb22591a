import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { egress } from '../layers/adapters/egress/egress.ts';
import { startProxy } from '../layers/adapters/egress/proxy.ts';
import { serveParts } from '../layers/adapters/links/serve-parts.ts';
import { FramesRequest } from '../layers/domain/frames.ts';
import { planFrames } from '../layers/domain/frames-plan.ts';
import { ffmpegEngine } from '../layers/media/engine.ts';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';

/** How much of a remote file is fetched to read a window of five seconds in the middle of ten minutes. */
const SECONDS = 600;
const KINDS = ['faststart.mp4', 'index-last.mp4', 'plain.mkv', 'hls/list.m3u8'];

const folder = await mkdtemp(join(tmpdir(), 'links-'));
const binaries = await findBinaries({});
const make = (...args: string[]) =>
  execFileSync(binaries.ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder });
make(
  ...['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${SECONDS}`],
  ...['-f', 'lavfi', '-i', `sine=440:d=${SECONDS}`, '-c:a', 'aac', '-b:a', '96k'],
  ...[
    '-preset',
    'ultrafast',
    '-b:v',
    '1500k',
    '-g',
    '100',
    '-pix_fmt',
    'yuv420p',
    'index-last.mp4',
  ],
);
make('-i', 'index-last.mp4', '-c', 'copy', '-movflags', '+faststart', 'faststart.mp4');
make('-i', 'index-last.mp4', '-c', 'copy', 'plain.mkv');
execFileSync('mkdir', ['hls'], { cwd: folder });
make(
  ...['-i', 'index-last.mp4', '-c', 'copy', '-f', 'hls', '-hls_time', '6'],
  ...['-hls_playlist_type', 'vod', 'hls/list.m3u8'],
);

const server = createServer(async (request, response) => {
  const file = join(folder, request.url ?? '');
  const { size } = await stat(file);
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  const start = Math.min(Number(first), end);
  response.writeHead(request.headers.range ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(request.headers.range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  createReadStream(file, { start, end })
    .pipe(response)
    .on('error', () => {});
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const { port } = server.address() as AddressInfo;

const anywhere = egress('1');
const proxy = await startProxy(anywhere);
const request = FramesRequest.parse({
  ...{ url: 'https://example.com/v.mp4', start: 300, end: 305, detail: 'standard' },
});
console.log('file                 of bytes   probe   window');
for (const name of KINDS) {
  const address = `http://127.0.0.1:${port}/${name}`;
  const whole = await bytesOf(name);
  const opened = name.includes('/') ? openStream(address) : await openFile(address, whole);
  const signal = AbortSignal.timeout(600_000);
  const found = await opened.engine.probe(opened.address, signal);
  const probed = opened.bytes();
  const plan = planFrames(request, found);
  for await (const _ of opened.engine.draw(opened.address, found, plan, signal));
  const share = (bytes: number) => (bytes / whole).toFixed(3).padStart(8);
  console.log(
    `${name.padEnd(18)} ${String(whole).padStart(10)}${share(probed)} ${share(opened.bytes() - probed)}`,
  );
  opened.close();
}
await proxy.close();
server.close();
await rm(folder, { recursive: true });
process.exit();

async function bytesOf(name: string): Promise<number> {
  if (!name.includes('/')) return (await stat(join(folder, name))).size;
  const names = await readdir(join(folder, 'hls'));
  const sizes = await Promise.all(names.map((part) => stat(join(folder, 'hls', part))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** As the worker opens a file of which it needs a part. */
async function openFile(address: string, bytes: number) {
  const served = await serveParts(
    { lane: proxy.lane, refusalOf: anywhere.refusalOf },
    { address, bytes },
  );
  return { ...served, engine: ffmpegEngine(binaries) };
}

function openStream(address: string) {
  const lane = proxy.lane({ plain: true });
  const engine = ffmpegEngine({ ...binaries, proxy: lane });
  return { address, engine, bytes: () => lane.bytes(), close: () => lane.close() };
}
