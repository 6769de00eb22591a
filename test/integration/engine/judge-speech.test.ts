import { dice } from '../../../bench/detectors/random.ts';
import { bowed, drums, plucked } from '../../../bench/speech/instruments.ts';
import { levelled, toSamples } from '../../../bench/speech/mix.ts';
import { applause, rain } from '../../../bench/speech/surroundings.ts';
import { findVoiceDetector } from '../../../layers/adapters/onnx/voices/find-voice-detector.ts';
import { sileroDetector } from '../../../layers/adapters/onnx/voices/silero-detector.ts';
import type { Speech, Stretch } from '../../../layers/app/ports/transcript/speech.ts';
import type { VoiceDetector } from '../../../layers/app/ports/transcript/voice-detector.ts';
import { judgeSpeech } from '../../../layers/media/speech/judge-speech.ts';
import {
  babble,
  chords,
  concat,
  inPieces,
  noise,
  silence,
  sound,
  tone,
} from '../../support/clips/sounds.ts';

const RATE = 16_000;
const detector = sileroDetector();

async function judged(samples: Int16Array, start = 0, pieces?: number) {
  return allOf(judgeSpeech(inPieces(samples, pieces), start, detector));
}

async function allOf(judging: AsyncGenerator<Stretch, Speech>) {
  const stretches: Stretch[] = [];
  for (;;) {
    const { value, done } = await judging.next();
    if (done) return { stretches, speech: value as Speech };
    stretches.push(value);
  }
}
const drawn = (sound: Float64Array) => toSamples(levelled(sound, -20));
const edges = (stretches: Stretch[]) =>
  stretches.map(({ start, samples }) => [start, start + samples.length / RATE] as const);

test.each([
  ['nothing', new Int16Array(0), /No sound was heard/],
  ['silence', silence(3), /silent/],
  ['noise below what anybody hears', noise(3, 0.0005), /silent/],
  ['a tone', tone(4), /Music or noise/],
  [
    'a tone that beeps',
    sound(5, (t) => (t % 1 < 0.5 ? 0.3 * Math.sin(5000 * t) : 0)),
    /Music or noise/,
  ],
  [
    'a tone that glides up and down',
    sound(5, (t) => 0.3 * Math.sin(2765 * t + 25 * Math.sin(37.7 * t))),
    /Music or noise/,
  ],
  ['noise', noise(4), /Music or noise/],
  [
    'noise that swells at the pace of syllables',
    sound(5, (t) => Math.sin(8 * Math.PI * t) * Math.sin(t * t * 1e6) * 0.3),
    /Music or noise/,
  ],
  ['chords', chords(6), /Music or noise/],
  ['a plucked guitar', drawn(plucked(dice(1), 5)), /Music or noise/],
  ['a bowed string', drawn(bowed(dice(2), 5)), /Music or noise/],
  ['drums', drawn(drums(dice(3), 5)), /Music or noise/],
  ['applause', drawn(applause(dice(4), 5)), /Music or noise/],
  ['rain', drawn(rain(dice(5), 5)), /Music or noise/],
])('%s is no speech, and nothing of it is recognised', async (_what, samples, reason) => {
  const { stretches, speech } = await judged(samples);
  expect(speech).toEqual({
    is_speech: false,
    confidence: expect.any(Number),
    reason: expect.stringMatching(reason),
  });
  expect(speech.confidence).toBeGreaterThan(0.5);
  expect(stretches).toEqual([]);
});

test('syllables with gliding pitch are speech', async () => {
  const { stretches, speech } = await judged(babble(5));
  expect(speech).toMatchObject({ is_speech: true });
  expect(speech.confidence).toBeGreaterThan(0.5);
  expect(stretches).toHaveLength(1);
});

test('a second of speech is enough', async () => {
  const { speech } = await judged(babble(1.2));
  expect(speech.is_speech).toBe(true);
});

test('between silence and music only the speech is handed on, at its own seconds', async () => {
  const samples = concat(silence(4), babble(6), silence(4), chords(6));
  const { stretches, speech } = await judged(samples, 100);
  expect(speech.is_speech).toBe(true);
  const [[from, to] = [0, 0], ...more] = edges(stretches);
  expect(more).toEqual([]);
  expect(from).toBeGreaterThanOrEqual(103.7);
  expect(from).toBeLessThan(104.5);
  expect(to).toBeGreaterThan(109.3);
  expect(to).toBeLessThan(110.5);
});

test('long speech comes in stretches that neither overlap nor lose a second of it', async () => {
  const { stretches } = await judged(concat(...Array.from({ length: 9 }, () => babble(10))));
  const found = edges(stretches);
  expect(found.length).toBeGreaterThan(2);
  for (const [at, [from, to]] of found.entries()) {
    expect(to - from).toBeLessThanOrEqual(41);
    const before = found[at - 1]?.[1] ?? 0;
    expect(from).toBeGreaterThanOrEqual(before - 1e-9);
    expect(from - before).toBeLessThan(1);
  }
});

test('how the sound is cut into pieces changes nothing', async () => {
  const samples = concat(babble(4), noise(3), babble(3));
  const whole = await judged(samples, 0, samples.length);
  expect(await judged(samples, 0, 333)).toEqual(whole);
});

test('a pause of a second and a half does not end a stretch, a longer one does', async () => {
  const short = await judged(concat(babble(3), silence(1.2), babble(3)));
  expect(short.stretches).toHaveLength(1);
  const long = await judged(concat(babble(3), silence(3), babble(3)));
  expect(long.stretches).toHaveLength(2);
});

test('nothing is asked of the detector while it stays silent', async () => {
  let asked = 0;
  const counting: VoiceDetector = {
    name: 'counting',
    listen: () => ({
      async hear(samples) {
        asked += samples.length / 512;
        return new Float32Array(samples.length / 512);
      },
    }),
  };
  await allOf(judgeSpeech(inPieces(silence(60)), 0, counting));
  expect(asked).toBeLessThan(40);
});

describe('where nothing tells voices from music', () => {
  const heard = (samples: Int16Array) => allOf(judgeSpeech(inPieces(samples), 0, undefined));

  test('all that is loud enough is handed on, and it is said', async () => {
    const { speech, stretches } = await heard(concat(silence(4), chords(6), silence(4)));
    expect(speech).toEqual({
      is_speech: true,
      confidence: 0.5,
      reason: expect.stringContaining('nothing on this machine tells voices from music'),
    });
    const [[from, to] = [0, 0], ...more] = edges(stretches);
    expect(more).toEqual([]);
    expect(from).toBeGreaterThan(3.5);
    expect(to).toBeLessThan(10.5);
  });

  test('silence stays silence', async () => {
    const { speech, stretches } = await heard(silence(3));
    expect(speech).toMatchObject({ is_speech: false, reason: 'The sound is silent.' });
    expect(stretches).toEqual([]);
  });
});

test('the network that is installed is found', () => {
  expect(findVoiceDetector()?.name).toBe('silero v5');
});
