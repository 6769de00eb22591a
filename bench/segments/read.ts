/**
 * `node read.ts HOW FILE PROBE.json FOLDER`: reads a file with everything on, `once`, or in
 * segments of which two are decoded at once (`cut`); or decodes the segments alone (`decode`), or
 * merges what was decoded (`merge`).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { drawRead } from '../../layers/media/draw-read.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { readingOf } from '../../layers/media/read/decode.ts';
import { readTiles } from '../../layers/media/read/read-tiles.ts';
import { cutReads, cutTimes } from '../../layers/media/segments/cut-reads.ts';
import { decodeSegment } from '../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../layers/media/segments/find-keyframes.ts';
import { segmentName } from '../../layers/media/segments/segment-plan.ts';
import { readRecord } from '../../layers/media/segments/segment-record.ts';
import { mergeSegments, readInSegments } from '../../test/support/segments/read-in-segments.ts';

const [how, input = '', probeFile = '', folder = ''] = process.argv.slice(2);
const segments = Number(process.env['SEGMENTS'] ?? 8);
const { signal } = new AbortController();
const binaries = await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] });
const probe = Probe.parse(JSON.parse(await readFile(probeFile, 'utf8')));
const asked = FramesRequest.parse({ url: input, detail: 'overview', signals: 'full' });
// Detectors are skipped on long windows; here they are part of what is measured.
const plan = { ...planFrames(asked, probe), detectors: true };
const reading = readingOf(probe, plan, signal);
const source = { binaries, input, ...reading };

async function parts() {
  const keyframes = await findKeyframes(source, cutTimes(plan, probe, segments));
  return cutReads(plan, probe, keyframes, { segments, hasReader: false });
}

async function run(drawing: AsyncGenerator<unknown>): Promise<void> {
  while (!(await drawing.next()).done);
}

if (how === 'once') {
  await run(drawRead(source, {}, (listener, text) => readTiles(source, listener, text)));
} else if (how === 'cut') {
  await run(readInSegments(source, {}, { segments, atOnce: 2, folder }, signal));
} else if (how === 'decode') {
  const names: string[] = [];
  for (const part of await parts()) {
    names.push(segmentName(part));
    await mkdir(join(folder, segmentName(part)), { recursive: true });
    await decodeSegment(source, part, join(folder, segmentName(part)), signal);
  }
  await writeFile(join(folder, 'names.json'), JSON.stringify(names));
} else {
  const names: string[] = JSON.parse(await readFile(join(folder, 'names.json'), 'utf8'));
  const kept = names.map(async (name) => {
    const path = join(folder, name);
    return { folder: path, record: await readRecord(path) };
  });
  await run(mergeSegments(reading, await Promise.all(kept), {}));
}
if (how === 'decode') console.log((await readdir(folder)).length);
