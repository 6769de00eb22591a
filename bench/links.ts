import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { egress } from '../layers/adapters/egress/egress.ts';
import { startProxy } from '../layers/adapters/egress/proxy.ts';
import { rangedSource } from '../layers/adapters/links/in-place/ranged-source.ts';
import { piecesSource } from '../layers/adapters/links/stream/pieces-source.ts';
import type { StreamTools } from '../layers/adapters/links/stream/stream-tools.ts';
import { serveOnLoopback } from '../layers/adapters/loopback/serve-bytes.ts';
import { readWhole } from '../layers/app/sources/read-whole.ts';
import { FramesRequest } from '../layers/domain/frames/frames.ts';
import { planFrames } from '../layers/domain/frames/frames-plan.ts';
import { ffmpegEngine } from '../layers/media/engine.ts';
import { joinTracks } from '../layers/media/fetch/join-tracks.ts';
import { packetTimes } from '../layers/media/fetch/packet-times.ts';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';
import { PLACES } from '../layers/media/probe/content-box.ts';

/**
 * How much of a remote file or stream is fetched to read a window of five seconds in the middle of
 * ten minutes.
 */
const SECONDS = 600;
const FILES = ['faststart.mp4', 'index-last.mp4', 'plain.mkv'];
const STREAMS = ['ts/list.m3u8', 'fmp4/list.m3u8', 'apart/list.m3u8', 'dash/list.mpd'];

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
execFileSync('mkdir', ['ts', 'fmp4', 'apart', 'dash'], { cwd: folder });
const copied = ['-i', 'index-last.mp4', '-c', 'copy'];
const hls = [...copied, '-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod'];
make(...hls, 'ts/list.m3u8');
make(...hls, '-hls_segment_type', 'fmp4', 'fmp4/list.m3u8');
make(...hls, '-an', 'apart/picture.m3u8');
make(...hls, '-vn', 'apart/sound.m3u8');
await writeFile(
  join(folder, 'apart/list.m3u8'),
  '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="sound.m3u8"\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=1600000,RESOLUTION=640x360,AUDIO="a"\npicture.m3u8\n',
);
make(...copied, '-f', 'dash', '-seg_duration', '6', 'dash/list.mpd');

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

const engine = ffmpegEngine(binaries);
const anywhere = egress('1');
const proxy = await startProxy(anywhere);
const request = FramesRequest.parse({
  url: 'https://example.com/v.mp4',
  start: 300,
  end: 305,
  detail: 'standard',
});
console.log('file                 of bytes   probe   window');
for (const name of [...FILES, ...STREAMS]) {
  const address = `http://127.0.0.1:${port}/${name}`;
  const whole = await bytesOf(name);
  const signal = AbortSignal.timeout(600_000);
  const opened = name.includes('/')
    ? await openList(address, signal)
    : await openFile(address, whole);
  const found = await readWhole(opened, undefined, signal, engine.probe);
  const probed = opened.bytes();
  const plan = planFrames(request, found);
  await readWhole(opened, plan.covered, signal, async (input, reading) => {
    for await (const _ of engine.draw(input, found, plan, reading));
  });
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
  const inside = join(folder, dirname(name));
  const names = await readdir(inside);
  const sizes = await Promise.all(names.map((part) => stat(join(inside, part))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** As the worker opens a file of which it needs a part. */
function openFile(address: string, bytes: number) {
  const out = { lane: proxy.lane, refusalOf: anywhere.refusalOf };
  return rangedSource(out, serveOnLoopback, { address, bytes });
}

/** The same of a stream. */
async function openList(address: string, signal: AbortSignal) {
  const tools = {
    join: (...[tracks, path, options]: Parameters<StreamTools['join']>) =>
      joinTracks(binaries, tracks, path, options),
    times: (path: string, listening: AbortSignal) => packetTimes(binaries, path, listening),
    places: PLACES,
  };
  const newFolder = () => mkdtemp(join(tmpdir(), 'links-'));
  const out = { lane: proxy.lane, refusalOf: anywhere.refusalOf };
  const opened = await piecesSource(out, address, { tools, newFolder }, signal);
  if (!opened) throw new Error(`${address} is not read where it lies`);
  return opened;
}
