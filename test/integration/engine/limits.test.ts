import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import packagedFfmpeg from '@ffmpeg-installer/ffmpeg';
import packagedFfprobe from '@ffprobe-installer/ffprobe';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { SourceFault } from '../../../layers/domain/sources/source-fault.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { runTool } from '../../../layers/media/ffmpeg/process.ts';
import { limitIn, limitOfKill } from '../../../layers/media/probe/limits.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('limits');
const file = (name: string) => join(folder, name);
const signal = new AbortController().signal;

const installed = await findBinaries({});
const packaged = await findBinaries({ ffmpeg: packagedFfmpeg.path, ffprobe: packagedFfprobe.path });
const engines = [ffmpegEngine(installed), ffmpegEngine(packaged)];

const small = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=5:d=1'];
const tone = ['-f', 'lavfi', '-i', 'sine=d=1'];
const huge = ['-f', 'lavfi', '-i', 'color=gray:s=8192x8192:r=1:d=1'];

/** A picture and sounds, 101 streams together. */
const streams = Array.from({ length: 100 }, () => ['-map', '1:a']).flat();

test.each([
  [
    '67 megapixels of H.264',
    'huge.mp4',
    [...huge, '-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1'],
  ],
  ['67 megapixels of Motion JPEG', 'huge.avi', [...huge, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']],
])('%s are refused by the number of pixels', async (_, name, args) => {
  await quickFfmpeg(...args, file(name));
  for (const engine of engines) {
    await expect(engine.probe(file(name), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message:
        'The file is over a limit, not damaged: its picture has 8192 x 8192 pixels, 67.1 million, and at most 36 million are read (8K is 7680 x 4320). Scale it down and send that.',
    });
  }
});

test.each(['many.mov', 'many.mkv'])('101 streams are refused by their number: %s', async (name) => {
  const codec = ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le'];
  await quickFfmpeg(...small, ...tone, '-map', '0:v', ...streams, ...codec, file(name));
  for (const engine of engines) {
    await expect(engine.probe(file(name), signal)).rejects.toMatchObject({
      message: expect.stringContaining('more than 100 streams, and at most 100 are read'),
    });
  }
});

test('six megabytes of tags are no reason to refuse a file', async () => {
  await writeFile(file('tags.txt'), `;FFMETADATA1\ncomment=${'x'.repeat(6_000_000)}\n`);
  await quickFfmpeg(
    ...small,
    '-i',
    file('tags.txt'),
    '-map_metadata',
    '1',
    '-c:v',
    'mpeg4',
    file('tags.mkv'),
  );
  for (const engine of engines) {
    const { sheets } = await drawFile(engine, file('tags.mkv'), { fps: 5, signals: 'off' });
    expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(5);
  }
});

test('a file that an edit list begins late in a long group of pictures is read from there', async () => {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '250'];
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6', ...codec, file('long.mp4'));
  await quickFfmpeg('-ss', '4', '-i', file('long.mp4'), '-c', 'copy', file('cut.mp4'));
  for (const engine of engines) {
    const { probe, sheets } = await drawFile(engine, file('cut.mp4'), { fps: 5, signals: 'off' });
    expect(probe.duration).toBeCloseTo(2, 1);
    expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(10);
  }
});

test.each([
  ['gif', ['-f', 'gif'], 'it is a GIF, which is not read; export the animation as mp4'],
  [
    'apng',
    ['-f', 'apng'],
    'it is a PNG that moves, which is not read; export the animation as mp4',
  ],
  ['webp', ['-f', 'webp'], 'it is a WebP picture, which is not read; export an animation as mp4'],
  ['png', ['-frames:v', '1', '-f', 'image2'], 'it is a still picture'],
  ['avif', ['-frames:v', '1', '-cpu-used', '8', '-f', 'avif'], 'it is a still picture'],
])('a %s is named', async (kind, output, told) => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=32x32:r=5:d=0.4', ...output, file(kind));
  for (const engine of engines) {
    await expect(engine.probe(file(kind), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining(told),
    });
  }
});

test('a video that is packed is told from one that is damaged', async () => {
  await quickFfmpeg(...small, '-c:v', 'mpeg4', file('whole.mp4'));
  await writeFile(file('packed.mp4'), gzipSync(await readFile(file('whole.mp4'))));
  await expect(engines[0]?.probe(file('packed.mp4'), signal)).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('it is packed (gzip)'),
  });
});

test.each([
  ['a ZIP archive', 'PK\x03\x04\x14\0'],
  ['a PDF document', '%PDF-1.7\n'],
  ['a web page (HTML)', '\n<!DOCTYPE html><title>Not found</title>'],
  ['a program', 'MZ\x90\0'],
])('%s that is sent as a video is named', async (kind, beginning) => {
  const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(3_000, 0xa5)]);
  await writeFile(file('other.mp4'), bytes);
  await expect(engines[0]?.probe(file('other.mp4'), signal)).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining(`it looks like ${kind}`),
  });
});

test('a file of another kind, and one that is cut off, are still said to be that', async () => {
  await writeFile(file('words.mp4'), 'These are words.');
  await expect(engines[0]?.probe(file('words.mp4'), signal)).rejects.toMatchObject({
    message: expect.stringContaining('its container is damaged or of another kind'),
  });
  expect(limitIn('[h264 @ 0x1] [error] Invalid NAL unit size')).toBeUndefined();
});

test.each([
  ['without its index', 'no part', 0],
  ['with a part of its index', 'only a part', 0.7],
])('an mp4 %s is told from one of another kind', async (_, told, part) => {
  await quickFfmpeg(...small, ...tone, '-c:v', 'mpeg4', file('whole.mp4'));
  const bytes = await readFile(file('whole.mp4'));
  const index = bytes.lastIndexOf('moov') - 4;
  const kept = index + Math.floor((bytes.length - index) * part);
  await writeFile(file('broken-off.mp4'), bytes.subarray(0, kept));
  for (const engine of engines) {
    await expect(engine.probe(file('broken-off.mp4'), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining(`${told} of its index (moov)`),
    });
  }
});

test('a segment of a stream that is sent alone is told to lack its beginning', async () => {
  const fragments = ['-g', '2', '-movflags', 'frag_keyframe+empty_moov'];
  await quickFfmpeg(...small, '-c:v', 'mpeg4', ...fragments, file('fragments.mp4'));
  const bytes = await readFile(file('fragments.mp4'));
  await writeFile(file('segment.m4s'), bytes.subarray(bytes.indexOf('moof') - 4));
  for (const engine of engines) {
    await expect(engine.probe(file('segment.m4s'), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('without the beginning that describes it'),
    });
  }
});

test.each([
  ['encv', 'its picture is encrypted'],
  ['xq71', 'its picture is in a codec that is not known here (xq71)'],
])('a picture in %s is not said to be missing', async (tag, told) => {
  const unreadable = async (...sound: string[]) => {
    await quickFfmpeg(...small, ...sound, '-c:v', 'libx264', file('known.mp4'));
    const known = await readFile(file('known.mp4'), 'latin1');
    const unknown = known.replaceAll('avc1', tag).replace('avcC', 'free');
    await writeFile(file('unknown.mp4'), unknown, 'latin1');
    return file('unknown.mp4');
  };
  for (const engine of engines) {
    await expect(engine.probe(await unreadable(), signal)).rejects.toMatchObject({
      message: expect.stringContaining(told),
    });
    const heard = await engine.probe(await unreadable(...tone), signal);
    const request = FramesRequest.parse({ url: 'a.mp4' });
    expect(() => planFrames(request, heard)).toThrow(`This file is read as sound: ${told}`);
  }
});

/** Where the ticks of a second are told behind the name of a header. */
const SCALE = 16;

/** An mp4 one of whose tracks has no ticks a second: its first is the picture, its last the sound. */
async function unscaled(header: 'indexOf' | 'lastIndexOf'): Promise<string> {
  await ffmpeg(...small, ...tone, '-c:v', 'mpeg4', file('unscaled.mp4'));
  const bytes = await readFile(file('unscaled.mp4'));
  const index = bytes.subarray(bytes.lastIndexOf('moov'));
  index.writeUInt32BE(0, index[header]('mdhd') + SCALE);
  await writeFile(file('unscaled.mp4'), bytes);
  return file('unscaled.mp4');
}

test('an mp4 whose picture has no ticks a second is refused, by that reason', async () => {
  const input = await unscaled('indexOf');
  for (const engine of engines) {
    await expect(engine.probe(input, signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('(timescale 0)'),
    });
  }
});

/** Behind the name of a table of times: version and flags, and how many runs of pictures follow. */
const FIRST_RUN = 12;

test('an mp4 all of whose pictures have one time is refused, by that reason', async () => {
  const inOrder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  await ffmpeg(...small, ...tone, ...inOrder, file('at-once.mp4'));
  const bytes = await readFile(file('at-once.mp4'));
  const times = bytes.indexOf('stts', bytes.lastIndexOf('moov'));
  expect(bytes.readUInt32BE(times + FIRST_RUN - 4)).toBe(1);
  bytes.writeUInt32BE(0, times + FIRST_RUN + 4);
  await writeFile(file('at-once.mp4'), bytes);
  for (const engine of engines) {
    await expect(engine.probe(file('at-once.mp4'), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('have one and the same time'),
    });
  }
});

test('an mp4 whose sound alone has no ticks a second is read', async () => {
  const input = await unscaled('lastIndexOf');
  for (const engine of engines) {
    expect((await engine.probe(input, signal)).duration).toBeCloseTo(1, 1);
  }
});

test('a tool that says more than is read is told from one that ended', async () => {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=d=1', '-f', 'rawvideo', 'pipe:1'];
  const ran = await runTool(installed.ffmpeg, args, { signal, maxBytes: 100_000 });
  expect(ran).toMatchObject({ code: null, killedFor: 'output' });
  expect(limitOfKill('output', { bytes: 64e6, of: 'its frames' }).message).toContain(
    'the list of its frames is longer than the 64.0 MB that are read',
  );
  expect(limitOfKill('memory', { bytes: 64e6, of: 'its frames' }).message).toContain(
    'takes more than the 1024 MB of memory',
  );
});

test.each([
  ['killed', 'kill -KILL $$'],
  ['asked to end', 'kill -TERM $$'],
  ['interrupted, and ends as if that were all', 'echo Exiting normally, received signal 15. >&2'],
])('a decoder that somebody else has %s tells nothing of its file', async (_, end) => {
  const running = { signal, maxBytes: 100_000 };
  const ran = runTool('/bin/sh', ['-c', `printf half; ${end}`], running);
  await expect(ran).rejects.toThrow(SourceFault);
  const crashed = await runTool('/bin/sh', ['-c', 'printf half; kill -SEGV $$'], running);
  expect(crashed).toMatchObject({ code: null, killedFor: undefined });
});
