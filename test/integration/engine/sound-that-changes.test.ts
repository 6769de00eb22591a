import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('sound-that-changes');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
/** Holds whatever is heard to be a voice. */
const anything = ffmpegSpeech(binaries, undefined);
const { signal } = new AbortController();

const SECONDS = 6;
/** How long before what is heard a stretch begins. */
const RUN_UP_SECONDS = 0.25;
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${SECONDS}`];

/** Sound that is heard for a second from one on, in a form of its own. */
async function part(second: number, form: readonly string[], inputs: readonly string[]) {
  const path = file('part.ts');
  const tone = `aevalsrc=0.3*sin(880*PI*t)*between(t\\,${second}\\,${second + 1}):s=48000:d=${SECONDS}`;
  await ffmpeg(...inputs, '-f', 'lavfi', '-i', tone, ...form, path);
  return readFile(path);
}

const STEREO = ['-c:a', 'aac', '-ac', '2'];
const CHANGES: Record<string, readonly string[]> = {
  'other channels': ['-c:a', 'aac', '-ac', '6'],
  'another rate': ['-c:a', 'aac', '-ac', '2', '-ar', '32000'],
  'one channel': ['-c:a', 'aac', '-ac', '1'],
};
/** Tones in the first part and in the second, by the clock of both. */
const HEARD = [2, SECONDS + 3];

async function joined(form: readonly string[], inputs: readonly string[]): Promise<string> {
  const later = ['-output_ts_offset', `${SECONDS}`];
  const video = ['-preset', 'ultrafast', '-g', '25'];
  const parts = [
    await part(2, [...video, ...STEREO], inputs),
    await part(3, [...video, ...form, ...later], inputs),
  ];
  await writeFile(file('joined.ts'), Buffer.concat(parts));
  return file('joined.ts');
}

/** Seconds at which something begins to be heard in a window, and what is told of it. */
async function heardIn(path: string, start = 0) {
  const probe = await engine.probe(path, signal);
  const found = anything.find(path, probe, [start, probe.duration], signal);
  const starts: number[] = [];
  for (;;) {
    const { value, done } = await found.next();
    if (done) return { starts, damage: value.damage, duration: probe.duration };
    starts.push(value.start + RUN_UP_SECONDS);
  }
}

const near = (seconds: readonly number[]) => seconds.map((second) => expect.closeTo(second, 0));

describe.each(asMany(['other channels'], Object.keys(CHANGES)))(
  'of sound that goes on in %s',
  (change) => {
    const form = CHANGES[change] ?? [];

    test('words have their seconds, from wherever it is listened to', async () => {
      const path = await joined(form, []);
      for (const [start, wanted] of [
        [0, HEARD],
        [4, HEARD.slice(1)],
        [8, HEARD.slice(1)],
      ] as const) {
        const { starts, damage } = await heardIn(path, start);
        expect(starts).toEqual(near(wanted));
        expect(damage).toMatchObject({ silent: [], soundEnds: null });
      }
    });

    test('silences have them too, beside a picture', async () => {
      const path = await joined(form, PICTURE);
      const { measured, probe } = await drawFile(engine, path, { detail: 'standard' });
      const { silence_gaps } = measured.technical;
      expect(silence_gaps.map(({ end }) => end)).toEqual(near([...HEARD, probe.duration]));
      expect(measured.damage).toMatchObject({ silent: [], soundEnds: null });
    });
  },
);

test('what comes before sound in another form is not called damaged, though its decoder complains', async () => {
  const path = file('joined.mp3');
  const mp3 = ['-c:a', 'libmp3lame', '-f', 'mp3'];
  const parts = [await part(2, mp3, []), await part(3, [...mp3, '-ar', '44100'], [])];
  await writeFile(path, Buffer.concat(parts));
  const { starts, damage } = await heardIn(path);
  expect(starts).toEqual(near(HEARD));
  expect(damage.silent).toEqual([]);
});
