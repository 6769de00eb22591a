import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveOnLoopback } from '../../../layers/adapters/loopback/serve-bytes.ts';
import type { Served } from '../../../layers/app/ports/sources/served-bytes.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { type FramesPlan, planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { SourceFault } from '../../../layers/domain/sources/source-fault.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';
import { tools } from '../../support/tools-of.ts';

const READS = asMany(10, 50);
const never = new AbortController().signal;
const engine = ffmpegEngine(await findBinaries({}));
const folder = await suiteFolder('ended-midway');
let file: string;
let bytes: Buffer;
let probe: Probe;
let plan: FramesPlan;

beforeAll(async () => {
  file = join(folder, 'clip.mp4');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=10:d=4,noise=alls=60:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=d=4', '-preset', 'ultrafast', '-g', '10'],
    ...['-movflags', '+faststart', file],
  );
  bytes = await readFile(file);
  probe = await engine.probe(file, never);
  const request = FramesRequest.parse({ upload_id: 'upl_1', detail: 'standard', signals: 'full' });
  plan = planFrames(request, probe);
});

/** The clip at an address, where its second half never comes. */
async function heldBack(): Promise<Served & { readonly midway: Promise<void> }> {
  const midway = Promise.withResolvers<void>();
  const half = Math.floor(bytes.length / 2);
  const served = await serveOnLoopback({
    length: bytes.length,
    async *read(first, last, left) {
      yield bytes.subarray(first, Math.min(last + 1, half));
      if (last < half) return;
      const gone = new Promise((resolve) => left.addEventListener('abort', resolve));
      midway.resolve();
      await gone;
    },
  });
  return { ...served, midway: midway.promise };
}

/** Reads all, and counts the sheets; what was measured comes only at the end. */
async function read(input: string, signal = never) {
  const sink = { write: () => undefined };
  const drawing = engine.draw(input, probe, plan, signal, sink);
  for (let sheets = 0; ; sheets += 1) {
    const { value, done } = await drawing.next();
    if (done) return { sheets, measured: value };
  }
}

async function killTools(): Promise<void> {
  const ours = (await tools()).filter(({ parent }) => parent === process.pid);
  expect(ours.length).toBeGreaterThan(0);
  for (const { pid } of ours) process.kill(pid, 'SIGKILL');
}

/** A read that the machine ends while it runs. */
async function killed(): Promise<void> {
  const served = await heldBack();
  const reading = expect(read(served.address)).rejects.toThrow(SourceFault);
  await served.midway;
  await killTools();
  await reading;
  served.close();
}

/** A read that nobody wants any more. */
async function calledOff(): Promise<void> {
  const served = await heldBack();
  const off = new AbortController();
  const reading = expect(read(served.address, off.signal)).rejects.toThrow('called off');
  await served.midway;
  off.abort(new Error('called off'));
  await reading;
  served.close();
}

const open = async () => (await readdir('/proc/self/fd')).length;

/** Connections are closed a moment after who held them has ended. */
async function untilOpen(count: number): Promise<void> {
  while ((await open()) > count) await new Promise(setImmediate);
}

test('a decoder that is killed in the middle of a read is a fault, and gives no half result', async () => {
  await killed();
  const { sheets, measured } = await read(file);
  expect([sheets, measured.damage.lost]).toEqual([plan.sheets.length, []]);
});

test(`nothing stays open of ${READS} reads of which some are ended midway`, async () => {
  await read(file);
  const before = await open();
  for (let n = 0; n < READS; n += 1) {
    if (n % 5 === 1) await killed();
    else if (n % 5 === 3) await calledOff();
    else await read(file);
  }
  await untilOpen(before);
  expect(await tools()).not.toContainEqual(expect.objectContaining({ parent: process.pid }));
});
