import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packagedFfmpeg from '@ffmpeg-installer/ffmpeg';
import packagedFfprobe from '@ffprobe-installer/ffprobe';
import { sileroDetector } from '../../../layers/adapters/onnx/voices/silero-detector.ts';
import { probeOfCopy } from '../../../layers/domain/videos/working-copy.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { soundToHear } from '../../../layers/media/read/sound-mix.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { madeCopy } from '../../support/clips/made-copy.ts';
import { probingOnce } from '../../support/clips/probing-once.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('sound-layouts');
const file = (name: string) => join(folder, name);
const signal = new AbortController().signal;

const installed = await findBinaries({});
const packaged = await findBinaries({ ffmpeg: packagedFfmpeg.path, ffprobe: packagedFfprobe.path });
const builds = {
  installed: probingOnce(ffmpegEngine(installed)),
  packaged: probingOnce(ffmpegEngine(packaged)),
};

const SECONDS = 3;
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${SECONDS}`];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];

/** Sound of many channels, of which the last one alone has a tone, from second 1 to 2. */
function lastOf(channels: number): string[] {
  const tone = `aevalsrc='0.3*sin(880*PI*t)*between(t,1,2)':s=48000:d=${SECONDS}[tone]`;
  const others = Array.from({ length: channels - 1 }, (_, i) => `[c${i}]`).join('');
  const graph =
    channels === 1
      ? tone.replace('[tone]', '[sound]')
      : `${tone};anullsrc=r=48000:cl=mono,atrim=duration=${SECONDS},asplit=${channels - 1}${others};` +
        `${others}[tone]amerge=inputs=${channels}[sound]`;
  return ['-filter_complex', graph, '-map', '0:v', '-map', '[sound]', ...H264];
}

const pcm = ['-c:a', 'pcm_s16le'];
type SoundFile = readonly [name: string, channels: number, codec: readonly string[]];
const ALL: readonly SoundFile[] = [
  ['one.mov', 1, pcm],
  ['two.mov', 2, pcm],
  ['six.mkv', 6, ['-c:a', 'ac3']],
  ['eight.mkv', 8, ['-c:a', 'flac']],
  ['ten.mov', 10, pcm],
  ['ten-opus.mkv', 10, ['-c:a', 'libopus', '-mapping_family', '255']],
  ['twelve.mxf', 12, [...pcm, '-c:v', 'mpeg2video']],
  ['sixteen.mp4', 16, ['-c:a', 'aac']],
  ['sixty-four.mov', 64, pcm],
];
/** Two channels, many whose layout has no name, in a stream of their own kind, and the most. */
const USUAL = ['two.mov', 'ten-opus.mkv', 'twelve.mxf', 'sixty-four.mov'];
const FILES = asMany(
  ALL.filter(([name]) => USUAL.includes(name)),
  ALL,
);

beforeAll(async () => {
  for (const [name, channels, codec] of FILES) {
    await ffmpeg(...PICTURE, ...lastOf(channels), ...codec, file(name));
  }
});

async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const question = { fps: 1, signals: 'off' };

test.each(FILES)(
  'the sound of %s is heard in each of its %i channels, beside the pictures',
  async (name, channels) => {
    // What the builds do otherwise begins where layouts have no name.
    const engines = channels > 8 ? Object.values(builds) : [builds.installed];
    for (const engine of engines) {
      const { sheets, measured } = await drawFile(engine, file(name), question);
      expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(SECONDS);
      const gaps = measured.technical.silence_gaps.map(({ start, end }) => [start, end]);
      expect(gaps).toEqual([
        [0, expect.closeTo(1, 1)],
        [expect.closeTo(2, 1), expect.closeTo(SECONDS, 1)],
      ]);
      expect(measured.damage).toMatchObject({ unheard: null, silent: [] });
    }
  },
);

/** Where layouts have names, the builds take one way. */
const OF_NAMED_LAYOUTS = asMany(Object.entries(builds).slice(0, 1), Object.entries(builds));

const UPSIDE_DOWN = ['stereo|c0=c0|c1=-1*c0', '5.1|FL=c0|FR=-1*c0'].flatMap((wired) =>
  OF_NAMED_LAYOUTS.map(([build, engine]) => [wired, build, engine] as const),
);

test.each(UPSIDE_DOWN)(
  'a microphone that stands upside down in one of two channels is heard: %s, %s',
  async (channels, build, engine) => {
    const tone = `aevalsrc='0.1*sin(880*PI*t)*between(t,1,2)':s=48000:d=${SECONDS}`;
    const wired = `[1:a]pan=${channels}[sound]`;
    const path = file(`upside-down-${channels.length}-${build}.mp4`);
    const inputs = [...PICTURE, '-f', 'lavfi', '-i', tone, '-filter_complex', wired];
    await quickFfmpeg(...inputs, '-map', '0:v', '-map', '[sound]', ...H264, '-c:a', 'aac', path);
    const { measured } = await drawFile(engine, path, question);
    expect(measured.technical.silence_gaps.map(({ start, end }) => [start, end])).toEqual([
      [0, expect.closeTo(1, 1)],
      [expect.closeTo(2, 1), expect.closeTo(SECONDS, 1)],
    ]);
  },
);

test.each(OF_NAMED_LAYOUTS)(
  'sound in the channel of low effects alone is no silence: %s',
  async (build, engine) => {
    const tone = `aevalsrc='0.1*sin(120*PI*t)*between(t,1,2)':s=48000:d=${SECONDS}`;
    const low = '[1:a]pan=5.1|LFE=c0[sound]';
    const path = file(`low-${build}.mkv`);
    const inputs = [...PICTURE, '-f', 'lavfi', '-i', tone, '-filter_complex', low];
    await quickFfmpeg(...inputs, '-map', '0:v', '-map', '[sound]', ...H264, '-c:a', 'flac', path);
    const { measured, probe } = await drawFile(engine, path, question);
    expect(probe.sounds).toEqual([expect.objectContaining({ layout: '5.1' })]);
    expect(measured.technical.silence_gaps.map(({ start, end }) => [start, end])).toEqual([
      [0, expect.closeTo(1, 1)],
      [expect.closeTo(2, 1), expect.closeTo(SECONDS, 1)],
    ]);
  },
);

test.each(asMany(['ten-opus.mkv'], ['ten-opus.mkv', 'twelve.mxf', 'sixty-four.mov']))(
  '%s is listened to for speech',
  async (name) => {
    for (const [binaries, engine] of [
      [installed, builds.installed],
      [packaged, builds.packaged],
    ] as const) {
      const probe = await engine.probe(file(name), signal);
      const finding = ffmpegSpeech(binaries, sileroDetector()).find(
        file(name),
        probe,
        [0, SECONDS],
        signal,
      );
      const stretches = await allOf(finding);
      expect(stretches).toEqual([]);
    }
  },
);

test('a working copy keeps the sound of twelve channels, and it is heard there too', async () => {
  const probe = await builds.installed.probe(file('twelve.mxf'), signal);
  const copy = await madeCopy(file('twelve.mxf'), probe, folder);
  const known = probeOfCopy(probe, copy.probe);
  expect(known?.sounds).toEqual([expect.objectContaining({ channels: 12 })]);
  const { measured } = await drawFile(builds.installed, copy.path, question, known);
  expect(measured.technical.silence_gaps).toHaveLength(2);
});

test.each(asMany(['wavpack'], ['wavpack', 'tta']))(
  'sound in packets of a second is heard from the beginning of a window on: %s',
  async (codec) => {
    const name = `${codec}.mkv`;
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6'];
    const tone = ['-f', 'lavfi', '-i', "aevalsrc='0.3*sin(880*PI*t)*between(t,2,5)':d=6"];
    await ffmpeg(...picture, ...tone, ...H264, '-g', '5', '-c:a', codec, file(name));
    const asked = { ...question, detail: 'detail', start: 4.5, end: 5.8 };
    const { measured } = await drawFile(builds.installed, file(name), asked);
    const gaps = measured.technical.silence_gaps.map(({ start, end }) => [start, end]);
    expect(gaps).toEqual([[expect.closeTo(5, 1), expect.closeTo(5.8, 1)]]);
  },
);

describe('sound that ffmpeg has no decoder for', () => {
  const name = 'unknown.mov';
  beforeAll(async () => {
    const bytes = await readFile(file('two.mov'));
    bytes.write('zzzz', bytes.indexOf('sowt'));
    await writeFile(file(name), bytes);
  });

  test.each(Object.entries(builds))('takes no picture with it: %s', async (_, engine) => {
    const { sheets, measured, probe } = await drawFile(engine, file(name), question);
    expect(probe.audio).toEqual([1]);
    expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(SECONDS);
    expect(measured.damage).toMatchObject({
      lost: [],
      silent: [],
      unheard:
        'The sound (an unknown codec, 2 channels) was not listened to: it cannot be decoded here.',
    });
  });

  test('is not taken for silence by whoever listens', async () => {
    const probe = await builds.installed.probe(file(name), signal);
    const finding = ffmpegSpeech(installed, sileroDetector()).find(
      file(name),
      probe,
      [0, SECONDS],
      signal,
    );
    await expect(allOf(finding)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('an unknown codec, 2 channels'),
    });
  });
});

test('more channels than are mixed are named, and are no silence', async () => {
  const probe = await builds.installed.probe(file('two.mov'), signal);
  const many = { ...probe, sounds: [{ codec: 'opus', channels: 65, layout: null }] };
  const why = 'The sound (opus, 65 channels) was not listened to: up to 64 channels are mixed.';
  expect(soundToHear(many)).toEqual({ why });
  const { sheets, measured } = await drawFile(builds.installed, file('two.mov'), question, many);
  expect(sheets).not.toHaveLength(0);
  expect(measured.damage.unheard).toBe(why);
});

test('pictures do not wait for sound of which nothing can be decoded', async () => {
  // Thirteen seconds of HD are 1.2 GB, and a decoder is killed at 1 GiB.
  const picture = ['-f', 'lavfi', '-i', 'color=gray:s=1920x1080:r=30:d=1'];
  await quickFfmpeg(...picture, ...H264, file('second.mp4'));
  const again = ['-stream_loop', '12', '-i', file('second.mp4'), '-f', 'lavfi', '-i', 'sine=d=13'];
  await quickFfmpeg(...again, '-c:v', 'copy', '-c:a', 'aac', file('long.mp4'));
  const bytes = await readFile(file('long.mp4'));
  const { stdout } = await promisify(execFile)(packagedFfprobe.path, [
    '-v',
    'error',
    '-select_streams',
    'a',
    '-show_entries',
    'packet=size,pos',
    '-of',
    'csv=p=0',
    file('long.mp4'),
  ]);
  for (const line of stdout.trim().split('\n')) {
    const [size = 0, pos = 0] = line.split(',').map(Number);
    bytes.fill(0xff, pos, pos + size);
  }
  await writeFile(file('garbled.mp4'), bytes);
  const asked = { fps: 0.5, signals: 'off' };
  const { sheets, measured } = await drawFile(builds.installed, file('garbled.mp4'), asked);
  expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(7);
  expect(measured.damage).toMatchObject({ lost: [], silent: [[0, expect.closeTo(13, 0)]] });
});
