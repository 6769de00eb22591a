import type { Dice } from '../detectors/random.ts';

const RATE = 16_000;
const SCALES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
];

interface Timbre {
  readonly decay: number;
  readonly attack: number;
  /** How fast the overtones weaken. */
  readonly dark: number;
  /** Depth of the vibrato, as a part of the pitch. */
  readonly vibrato: number;
}

/** Draws some seconds of music: chords, a melody, a bass, drums, whichever the dice choose. */
export function drawMusic(dice: Dice, seconds: number): Int16Array {
  const mix = new Float64Array(seconds * RATE);
  const beat = 60 / dice.between(60, 180);
  const scale = dice.pick(SCALES);
  const root = dice.between(110, 220);
  const hertz = (step: number) =>
    root * 2 ** (((scale[((step % 7) + 7) % 7] ?? 0) + 12 * Math.floor(step / 7)) / 12);
  const timbre: Timbre = {
    decay: dice.pick([0.3, 1, 3, 6]),
    attack: dice.pick([0.005, 0.02, 0.1]),
    dark: dice.pick([0.8, 1, 1.5, 2]),
    vibrato: dice.chance(0.4) ? dice.between(0.004, 0.012) : 0,
  };
  const [chords, bass, drums] = [dice.chance(0.7), dice.chance(0.6), dice.chance(0.5)];
  for (let at = 0; at < seconds; at += 4 * beat) {
    const step = dice.pick([0, 3, 4, 5, 1]);
    const slow = { ...timbre, decay: timbre.decay / 2, vibrato: 0 };
    if (chords)
      for (const up of [0, 2, 4])
        play(mix, { at, seconds: 4 * beat, hertz: hertz(step + up), level: 0.3 }, slow);
    if (bass)
      play(
        mix,
        { at, seconds: 2 * beat, hertz: hertz(step) / 2, level: 0.5 },
        { ...slow, decay: 2 },
      );
  }
  if (!chords || dice.chance(0.8)) {
    let step = 7;
    for (let at = 0; at < seconds; ) {
      const length = beat * dice.pick([0.5, 1, 1, 2]);
      step = Math.min(16, Math.max(3, step + dice.whole(-2, 2)));
      if (dice.chance(0.85))
        play(mix, { at, seconds: length, hertz: hertz(step), level: 0.5 }, timbre);
      at += length;
    }
  }
  if (drums) for (let at = 0; at < seconds; at += beat / 2) drum(mix, at, dice);
  const loudest = mix.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  return Int16Array.from(mix, (value) => Math.round((16_000 * value) / loudest));
}

/** `at` in seconds; `level` of 1 is the loudest that one tone may be. */
interface Note {
  readonly at: number;
  readonly seconds: number;
  readonly hertz: number;
  readonly level: number;
}

function play(
  mix: Float64Array,
  { at, seconds, hertz, level }: Note,
  { decay, attack, dark, vibrato }: Timbre,
): void {
  const first = Math.floor(at * RATE);
  let phase = 0;
  for (let i = 0; i < seconds * RATE && first + i < mix.length; i++) {
    const t = i / RATE;
    phase += (2 * Math.PI * hertz * (1 + vibrato * Math.sin(2 * Math.PI * 5.5 * t))) / RATE;
    const swell =
      Math.min(1, t / attack) * Math.exp(-decay * t) * Math.min(1, (seconds - t) / 0.03);
    let value = 0;
    for (let h = 1; h <= 8 && h * hertz < 7500; h++) value += Math.sin(h * phase) / h ** dark;
    mix[first + i] = (mix[first + i] ?? 0) + level * swell * value;
  }
}

function drum(mix: Float64Array, at: number, dice: Dice): void {
  const first = Math.floor(at * RATE);
  const [length, level] = dice.pick([
    [0.04, 0.25],
    [0.12, 0.6],
  ] as const);
  for (let i = 0; i < 4 * length * RATE && first + i < mix.length; i++) {
    const hit = level * Math.exp((-2 * i) / RATE / length) * dice.between(-1, 1);
    mix[first + i] = (mix[first + i] ?? 0) + hit;
  }
}
