import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { ffmpeg } from '../clips/ffmpeg.ts';
import { quickFfmpeg } from '../clips/quick-ffmpeg.ts';
import { type Site, site } from './sites.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.vtt': 'text/vtt',
  '.html': 'text/html; charset=utf-8',
};

const PAGE = `<!doctype html><html lang="de"><head><title>Der Leuchtturm</title></head><body>
<video src="clip.mp4"><track kind="captions" srclang="de" src="captions.vtt"></video></body></html>`;
const LOGIN = `<!doctype html><html><head><title>Sign in</title></head><body>
<form action="/login"><input name="user"><input type="password"></form></body></html>`;
const TEXT = `<!doctype html><html><head><title>News</title></head><body><p>${'Words alone. '.repeat(80)}</p></body></html>`;
const CAPTIONS = 'WEBVTT\n\n00:00.500 --> 00:02.000\nGuten Abend.\n';
const STATUSES: Readonly<Record<string, number>> = {
  '/missing.mp4': 404,
  '/locked.mp4': 401,
  '/busy.mp4': 429,
  '/elsewhere.mp4': 451,
};

export interface MediaSite extends Site {
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Asked for media in full, by path. */
  readonly fetches: (path: string) => number;
  /** Bytes of a file, and how many of them went out in all. */
  readonly sent: (path: string) => Promise<{ size: number; sent: number }>;
  /** Lets `/slow.mp4` go on to its end. */
  release: () => void;
}

/**
 * A site with a clip of six seconds: as a file, on a page with captions, as HLS, and behind what
 * goes wrong.
 */
export async function mediaSite(): Promise<MediaSite> {
  const folder = await mkdtemp(join(tmpdir(), 'media-site-'));
  const clip = join(folder, 'clip.mp4');
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=d=6:s=320x180:r=25'],
    ...['-f', 'lavfi', '-i', 'sine=f=440:d=6', '-c:v', 'libx264', '-g', '25', '-c:a', 'aac', clip],
  );
  const hls = ['-c', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '0'];
  await quickFfmpeg('-i', clip, ...hls, join(folder, 'index.m3u8'));
  const pages = { 'page.html': PAGE, 'login.html': LOGIN, 'text.html': TEXT };
  // Noise does not shrink: three minutes of it are seventy megabytes. Twenty seconds come again.
  const noise = ['-f', 'lavfi', '-i', 'color=gray:s=160x90:r=11:d=20,noise=alls=100:allf=t'];
  const sound = [
    '-f',
    'lavfi',
    '-i',
    'sine=f=440:d=180:r=8000',
    '-c:a',
    'aac',
    '-aac_coder',
    'fast',
  ];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '1', '-g', '22'];
  const short = join(folder, 'short.mp4');
  await ffmpeg(...noise, ...coded, '-pix_fmt', 'yuv420p', short);
  const again = ['-stream_loop', '8', '-i', short];
  await quickFfmpeg(...again, ...sound, '-c:v', 'copy', join(folder, 'long.mp4'));
  for (const [name, text] of Object.entries({ ...pages, 'captions.vtt': CAPTIONS })) {
    await writeFile(join(folder, name), text);
  }

  const asked: string[] = [];
  const sent = new Map<string, number>();
  const gate = Promise.withResolvers<void>();
  const slow = async (response: ServerResponse) => {
    const bytes = await readFile(clip);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
    await gate.promise;
    response.end(bytes.subarray(bytes.length / 2));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    asked.push(path);
    const status = STATUSES[path];
    const pause = status === 429 && { 'retry-after': '300' };
    if (status !== undefined) return void response.writeHead(status, { ...pause }).end();
    // Addresses that stand for others.
    const behind = /^\/s\/\d+(\/.+)$/.exec(path)?.[1];
    if (behind !== undefined) return void response.writeHead(302, { location: behind }).end();
    if (path === '/slow.mp4') return slow(response);
    const file = join(folder, path.slice(1));
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) return void response.writeHead(404).end();
    const socket = request.socket;
    const before = socket.bytesWritten;
    response.on('close', () => {
      sent.set(path, (sent.get(path) ?? 0) + socket.bytesWritten - before);
    });
    send(request, response, file, size);
  };
  const served = await site((request, response) => void answer(request, response));
  return {
    ...served,
    asked,
    fetches: (path) => asked.filter((one) => one === path).length,
    async sent(path) {
      const { size } = await stat(join(folder, path.slice(1)));
      return { size, sent: sent.get(path) ?? 0 };
    },
    release: gate.resolve,
    async close() {
      gate.resolve();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, file: string, size: number) {
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag: `"${size}"`,
  };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined) {
    response.writeHead(200, { ...headers, 'content-length': size });
    createReadStream(file).pipe(response);
    return;
  }
  const start = Number(from);
  const end = Math.min(to ? Number(to) : size - 1, size - 1);
  if (start >= size) {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    return;
  }
  const range = `bytes ${start}-${end}/${size}`;
  response.writeHead(206, {
    ...headers,
    'content-range': range,
    'content-length': end - start + 1,
  });
  createReadStream(file, { start, end }).pipe(response);
}
