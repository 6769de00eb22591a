import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Dice, dice } from '../detectors/random.ts';
import { TEXTS, VOICES } from './clips.ts';
import { bowed, drums, plucked, vocalise } from './instruments.ts';
import { addAt, drawn, fromSamples, levelled, RATE, toSamples } from './mix.ts';
import { drawMusic } from './music.ts';
import { hasSoundfont, INSTRUMENTS, recordedInstruments } from './recorded-instruments.ts';
import { espeak, filtered, flite, LANGUAGES } from './spoken.ts';
import { sung } from './sung.ts';
import { applause, birds, machine, rain } from './surroundings.ts';

/** How often each kind is drawn, and the length of what is not spoken. */
const EACH = 5;
const SECONDS = 7;
/** What stands before and after a voice, and how loud the ground under it is. */
const MARGIN_SECONDS = 1;
const GROUND_DECIBELS = -22;

const FAR = 'aecho=0.8:0.6:61|113|190:0.4|0.3|0.2';
const TELEPHONE = 'highpass=f=300,lowpass=f=3400,acrusher=bits=7:mix=1:mode=log';
const HALL = 'aecho=0.8:0.7:43|71|127:0.5|0.4|0.3,lowpass=f=3500';
const NOISES = [
  'anull',
  'lowpass=f=800',
  'highpass=f=2000',
  'tremolo=f=5:d=0.7',
  'highpass=f=1500,tremolo=f=7:d=0.4',
];
const WORDS = ['yes please', 'hello there', 'stop it now', 'good morning', 'thank you all'];

export interface Sound {
  readonly kind: string;
  readonly samples: Int16Array;
  /** Where the voice begins and ends, in seconds; null where nobody speaks. */
  readonly spoken: readonly [number, number] | null;
}

type Drawn = Float64Array | Promise<Float64Array>;

/** A voice, and how it is laid into a sound. */
interface Speaking {
  readonly voice: () => Promise<Float64Array>;
  readonly lay: (voice: Float64Array) => Drawn;
}

/** Sounds with and without a voice, one after another; the same ones for the same seed. */
export async function* drawSounds(seed: number, folder: string): AsyncGenerator<Sound> {
  const chance = dice(seed);
  const has = await installed();
  for (const [kind, draw] of Object.entries(withoutVoice(chance, folder, has))) {
    for (let i = 0; i < EACH; i++) {
      const sound = levelled(await draw(), chance.between(-32, -16));
      yield { kind, samples: toSamples(sound), spoken: null };
    }
  }
  for (const [kind, { voice, lay }] of Object.entries(withVoice(chance, folder, has))) {
    for (let i = 0; i < EACH; i++) {
      const said = await voice();
      const sound = await lay(said);
      const end = Math.min(sound.length / RATE, MARGIN_SECONDS + said.length / RATE);
      yield { kind, samples: toSamples(sound), spoken: [MARGIN_SECONDS, end] };
    }
  }
}

function withoutVoice(chance: Dice, folder: string, has: Installed): Record<string, () => Drawn> {
  const recordedKinds = INSTRUMENTS.map((kind) => [
    `recorded ${kind}`,
    () => recordedInstruments(chance, kind, SECONDS, folder),
  ]);
  return {
    'plucked strings': () => plucked(chance, SECONDS),
    'bowed strings': () => bowed(chance, SECONDS),
    drums: () => drums(chance, SECONDS),
    band: () => fromSamples(drawMusic(chance, SECONDS)),
    applause: () => applause(chance, SECONDS),
    rain: () => rain(chance, SECONDS),
    'crowd of a hundred': crowds(chance),
    machines: () => machine(chance, SECONDS),
    birds: () => birds(chance, SECONDS),
    noise: () =>
      filtered(
        drawn(SECONDS, () => chance.between(-1, 1)),
        chance.pick(NOISES),
      ),
    'singing without words': () => vocalise(chance, SECONDS),
    ...(has.soundfont ? Object.fromEntries(recordedKinds) : {}),
  };
}

function withVoice(chance: Dice, folder: string, has: Installed): Record<string, Speaking> {
  const english = () => flite(chance.pick(TEXTS), chance.pick(VOICES));
  const foreign = () => {
    const [language, text] = chance.pick(Object.entries(LANGUAGES));
    const voice = `${language}${chance.pick(['', '+f2', '+m3', '+f4'])}`;
    return espeak(text, voice, join(folder, 'spoken.wav'));
  };
  const anybody = () => (has.espeak && chance.chance(0.5) ? foreign() : english());
  const alone = (voice: Float64Array, decibels: number) => {
    const mix = drawn(voice.length / RATE + 2 * MARGIN_SECONDS, () => 1e-4 * chance.between(-1, 1));
    addAt(mix, levelled(voice, decibels), MARGIN_SECONDS);
    return mix;
  };
  const over = (ground: () => Float64Array, decibels: number): Speaking => ({
    voice: anybody,
    lay(voice) {
      const mix = levelled(ground(), GROUND_DECIBELS);
      addAt(mix, levelled(voice, GROUND_DECIBELS + decibels), MARGIN_SECONDS);
      return mix;
    },
  });
  const music = () => fromSamples(drawMusic(chance, SECONDS));
  const other: Speaking = { voice: foreign, lay: (voice) => alone(voice, -22) };
  return {
    'clean voice': { voice: english, lay: (voice) => alone(voice, chance.between(-30, -16)) },
    ...(has.espeak ? { 'other languages': other, 'more languages': other } : {}),
    'far and soft': {
      voice: anybody,
      lay: async (voice) => alone(await filtered(voice, FAR), -45),
    },
    telephone: { voice: anybody, lay: (voice) => filtered(alone(voice, -22), TELEPHONE) },
    'a few words': {
      voice: () => flite(chance.pick(WORDS), chance.pick(VOICES)),
      lay: (voice) => alone(voice, -22),
    },
    'quiet, under music': over(music, -3),
    'as loud as music': over(music, 0),
    'over drums': over(() => drums(chance, SECONDS), 3),
    'over plucked strings': over(() => plucked(chance, SECONDS), 0),
    'over bowed strings': over(() => bowed(chance, SECONDS), 0),
    'in rain': over(() => rain(chance, SECONDS), 6),
    'in applause': over(() => applause(chance, SECONDS), 6),
    'sung words': {
      voice: async () => sung(await anybody(), chance),
      lay: (voice) => alone(voice, -20),
    },
  };
}

/** Murmurs in a hall: a hundred voices at a time, of which none stands out. */
function crowds(chance: Dice): () => Promise<Float64Array> {
  const people: Promise<Float64Array>[] = [];
  return async () => {
    if (people.length === 0) {
      for (const voice of VOICES) for (const text of TEXTS) people.push(flite(text, voice));
    }
    const voices = (await Promise.all(people)).map((voice) => levelled(voice, -20));
    const mix = drawn(SECONDS, () => 0);
    for (let person = 0; person < 100; person++) {
      const [voice, pace] = [chance.pick(voices), chance.between(0.85, 1.2)];
      const [from, level] = [chance.between(-4, SECONDS - 1), chance.between(0.3, 1)];
      const said = Float64Array.from(
        { length: Math.floor(voice.length / pace) },
        (_, i) => voice[Math.floor(i * pace)] as number,
      );
      addAt(mix, said.subarray(Math.max(0, Math.round(-from * RATE))), Math.max(0, from), level);
    }
    return filtered(mix, HALL);
  };
}

interface Installed {
  readonly espeak: boolean;
  readonly soundfont: boolean;
}

/** What else than ffmpeg's own voices is on this machine; says what is left out. */
async function installed(): Promise<Installed> {
  const run = promisify(execFile);
  const answers = (program: string) =>
    run(program, ['--version']).then(
      () => true,
      () => false,
    );
  const has = {
    espeak: await answers('espeak-ng'),
    soundfont: (await hasSoundfont()) && (await answers('fluidsynth')),
  };
  if (!has.espeak) console.log('Without espeak-ng no language but English is heard.');
  if (!has.soundfont) console.log('Without fluidsynth and a soundfont instruments are drawn ones.');
  return has;
}
