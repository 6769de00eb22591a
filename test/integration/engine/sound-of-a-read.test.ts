import { join } from 'node:path';
import { sileroDetector } from '../../../layers/adapters/onnx/voices/silero-detector.ts';
import type { SoundTape, Speech, Stretch } from '../../../layers/app/ports/transcript/speech.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { fileTape } from '../../../layers/media/speech/sound-tape.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const TEXT = 'good evening and welcome to the programme tonight we speak about the sea';
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const speech = ffmpegSpeech(binaries, sileroDetector());
const { signal } = new AbortController();
const dir = await suiteFolder('sound-of-a-read');
let file: string;
let probe: Probe;

beforeAll(async () => {
  file = join(dir, 'speech.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=d=8:s=320x180:r=25'];
  const voice = ['-f', 'lavfi', '-i', `flite=text='${TEXT}':voice=slt`, '-af', 'adelay=1300'];
  await ffmpeg(...picture, ...voice, '-preset', 'ultrafast', file);
  probe = await engine.probe(file, signal);
});

async function heard(stretches: AsyncGenerator<Stretch, Speech>) {
  const found: Stretch[] = [];
  for (;;) {
    const { value, done } = await stretches.next();
    if (done) return { speech: value, stretches: found };
    found.push(value);
  }
}

async function draw(request: object) {
  const plan = planFrames(FramesRequest.parse({ upload_id: 'upl_1', ...request }), probe);
  const tape = fileTape();
  for await (const _ of engine.draw(file, probe, plan, signal, tape));
  tape.end();
  return { plan, tape };
}

async function samplesOn(tape: SoundTape): Promise<number> {
  let samples = 0;
  for await (const part of tape.play()) samples += part.length;
  return samples;
}

async function* speechOf(finding: ReturnType<typeof speech.find>): ReturnType<typeof speech.judge> {
  return (yield* finding).speech;
}

const READS: readonly (readonly [string, object])[] = [
  ['the whole file', { detail: 'standard' }],
  ['a window without detectors', { detail: 'standard', start: 1, end: 4, qa: false }],
  ['a window', { detail: 'standard', start: 2.2, end: 5 }],
];

test.each(asMany(READS.slice(0, 2), READS))(
  'the sound of a read of %s is the sound that is heard alone',
  async (_, request) => {
    const { plan, tape } = await draw(request);
    const read = await heard(speech.judge(tape.play(), plan.covered));
    const found = speech.find(file, probe, plan.covered, signal);
    const alone = await heard(speechOf(found));
    expect(read.speech).toEqual(alone.speech);
    expect(read.stretches.map(({ start }) => start)).toEqual(
      alone.stretches.map(({ start }) => expect.closeTo(start, 1)),
    );
    expect(read.speech.is_speech).toBe(true);
  },
);

test('a read gives the sound of its window to the last sample', async () => {
  const { tape } = await draw({ detail: 'standard', start: 2.2, end: 2.3255, qa: false });
  expect(await samplesOn(tape)).toBe(0.1255 * 16_000);
});

test('a read that skips frames gives no sound', async () => {
  const { tape } = await draw({ detail: 'standard', qa: false, signals: 'off' });
  expect(await samplesOn(tape)).toBe(0);
});

/** How long before what is heard a stretch begins. */
const RUN_UP_SECONDS = 0.25;

describe('of a container that times no picture', () => {
  const heardFrom = [2, 6];
  const tone = '0.3*sin(880*PI*t)*(between(t\\,2\\,3)+between(t\\,6\\,7))';
  // GXF knows no other size than that of television.
  const clips: readonly (readonly [name: string, size: string, codec: readonly string[]])[] = [
    ['h264.avi', '160x90', ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2']],
    ['mpeg4.avi', '160x90', ['-c:v', 'mpeg4', '-q:v', '9', '-bf', '2']],
    ['mpeg2.gxf', '720x576', ['-c:v', 'mpeg2video', '-b:v', '8M']],
  ];
  const anything = ffmpegSpeech(binaries, undefined);

  // Both codecs of an AVI are timed in the same way.
  test.each(asMany(clips.slice(1), clips))(
    'sound has the seconds of the pictures it belongs to: %s',
    async (name, size, codec) => {
      const clip = join(dir, name);
      const moving = `testsrc2=d=8:s=${size}:r=25`;
      const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
      const sources = [...lavfi(moving), ...lavfi(`aevalsrc=${tone}:s=48000:d=8`)];
      await quickFfmpeg(...sources, ...codec, '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', clip);
      for (const request of [{}, { start: 5 }]) {
        const { measured, probe, plan } = await drawFile(engine, clip, {
          detail: 'standard',
          signals: 'off',
          ...request,
        });
        const { stretches } = await heard(
          speechOf(anything.find(clip, probe, plan.covered, signal)),
        );
        const wanted = heardFrom.filter((second) => second >= plan.covered[0]);
        const near = wanted.map((second) => expect.closeTo(second, 2));
        const loud = measured.technical.silence_gaps
          .map(({ end }) => end)
          .filter((end) => end < 7.5);
        expect(loud).toEqual(near);
        expect(stretches.map(({ start }) => start)).toEqual(
          wanted.map((second) => expect.closeTo(second - RUN_UP_SECONDS, 1)),
        );
      }
    },
  );
});

test('sound of a high rate that pauses for long is heard on both sides of the pause', async () => {
  const clip = join(dir, 'pause.mka');
  const tone = "aevalsrc='0.3*sin(880*PI*t)':s=192000:d=3";
  const pause = "asetpts='PTS+gte(T,1.5)*1500/TB'";
  await quickFfmpeg('-f', 'lavfi', '-i', `${tone},${pause}`, '-c:a', 'pcm_s16le', clip);
  const probe = await engine.probe(clip, signal);
  const anything = ffmpegSpeech(binaries, undefined);
  const found = anything.find(clip, probe, [0, probe.duration], signal);
  const { stretches } = await heard(speechOf(found));
  expect(stretches.map(({ start }) => start)).toEqual([
    0,
    expect.closeTo(1501.5 - RUN_UP_SECONDS, 1),
  ]);
});
