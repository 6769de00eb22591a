import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';

const engine = ffmpegEngine(await findBinaries({}));
const { signal } = new AbortController();
let dir: string;
let file: string;
let server: Server;
let address: string;
let probe: Probe;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reads-no-further-'));
  file = join(dir, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=d=40:s=320x180:r=25'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=40'];
  const coding = ['-preset', 'ultrafast', '-g', '25', '-movflags', '+faststart'];
  await quickFfmpeg(...picture, ...sound, ...coding, file);
  probe = await engine.probe(file, signal);
  const bytes = await readFile(file);
  // The last quarter never comes: a reader that wants it waits for good.
  const known = Math.floor(bytes.length * 0.75);
  server = createServer(({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(206, {
      'accept-ranges': 'bytes',
      'content-length': bytes.length - from,
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    });
    response.write(bytes.subarray(from, known));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true, force: true });
});

test.each([
  ['everything', {}],
  ['detectors alone', { signals: 'off' }],
  ['sheets alone', { qa: false, signals: 'off' }],
])('a window is read to its end and no further, with %s', async (_, request) => {
  const plan = planFrames(
    FramesRequest.parse({ upload_id: 'upl_1', detail: 'standard', start: 5, end: 8, ...request }),
    probe,
  );
  let tiles = 0;
  for await (const { frameTimes } of engine.draw(address, probe, plan, signal)) {
    tiles += frameTimes.length;
  }
  expect(tiles).toBe(15);
});
