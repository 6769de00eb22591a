import type { Dice } from '../detectors/random.ts';
import { addAt, drawn, RATE, resonance } from './mix.ts';

const MAJOR = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16];

/** Notes of a scale one after another, some together. */
function played(
  dice: Dice,
  seconds: number,
  lowest: number,
  note: (hertz: number, seconds: number) => Float64Array,
): Float64Array {
  const mix = drawn(seconds, () => 0);
  const root = lowest * 2 ** dice.between(0, 1);
  const beat = dice.between(0.12, 0.5);
  for (let at = 0; at < seconds; at += beat * dice.pick([1, 1, 1, 2])) {
    const together = dice.chance(0.2) ? 3 : 1;
    for (let i = 0; i < together; i++) {
      addAt(mix, note(root * 2 ** (dice.pick(MAJOR) / 12), beat * dice.between(1, 4)), at, 0.4);
    }
  }
  return mix;
}

/** Guitars and harps: a string that is let go rings by itself (Karplus and Strong). */
export const plucked = (dice: Dice, seconds: number): Float64Array => {
  const damping = dice.between(0.994, 0.9995);
  const brightness = dice.between(0.3, 0.9);
  const body = resonance(dice.between(100, 250), 60);
  const strings = played(dice, seconds, dice.pick([82, 110, 196, 262]), (hertz, length) => {
    const string = Float64Array.from({ length: Math.round(RATE / hertz) }, () =>
      dice.between(-1, 1),
    );
    let at = 0;
    return drawn(length, () => {
      const next = (at + 1) % string.length;
      const now = string[at] as number;
      string[at] = damping * (brightness * now + (1 - brightness) * (string[next] as number));
      at = next;
      return now;
    });
  });
  return strings.map((value) => value + 2 * body(value));
};

/** Violins and cellos: a saw with vibrato and the noise of the bow, through a wooden body. */
export const bowed = (dice: Dice, seconds: number): Float64Array => {
  const lowest = dice.pick([65, 131, 196]);
  const body = [280, 460, 700, 1200, 2500].map((hertz) =>
    resonance(hertz * dice.between(0.9, 1.1), dice.between(40, 150)),
  );
  const [depth, pace] = [dice.between(0.002, 0.012), dice.between(4.5, 6.5)];
  const strings = played(dice, seconds, lowest, (hertz, length) => {
    const slide = dice.chance(0.3) ? dice.between(-0.05, 0.05) : 0;
    let phase = 0;
    return drawn(length + 0.2, (t) => {
      const glide = 1 + slide * Math.exp(-8 * t) + depth * Math.sin(2 * Math.PI * pace * t);
      phase = (phase + (hertz * glide) / RATE) % 1;
      const swell = Math.min(1, t / 0.08) * Math.min(1, (length + 0.2 - t) / 0.1);
      return swell * (2 * phase - 1 + 0.15 * dice.between(-1, 1));
    });
  });
  return strings.map((value) => 0.1 * value + body.reduce((sum, ring) => sum + ring(value), 0));
};

/** Bass drum, snare, toms and cymbals in a pattern. */
export const drums = (dice: Dice, seconds: number): Float64Array => {
  const mix = drawn(seconds, () => 0);
  const beat = 60 / dice.between(70, 170) / 2;
  const pattern = Array.from({ length: 8 }, () => dice.pick(['kick', 'snare', 'tom', 'none']));
  for (let step = 0; step * beat < seconds; step++) {
    const at = step * beat;
    const hat = resonance(6000, 3000);
    addAt(
      mix,
      drawn(0.08, (t) => Math.exp(-60 * t) * hat(dice.between(-1, 1))),
      at,
      0.3,
    );
    const hit = pattern[step % 8];
    if (hit === 'snare') {
      const ring = (t: number) => 0.5 * Math.sin(2 * Math.PI * 190 * t) * Math.exp(-20 * t);
      addAt(
        mix,
        drawn(0.25, (t) => Math.exp(-18 * t) * dice.between(-1, 1) + ring(t)),
        at,
        0.6,
      );
    } else if (hit !== 'none') {
      const low = hit === 'kick' ? 50 : dice.between(90, 180);
      const skin = (t: number) =>
        Math.sin(2 * Math.PI * (low * t - (low / 15) * Math.exp(-30 * t)));
      addAt(
        mix,
        drawn(0.4, (t) => Math.exp(-9 * t) * skin(t)),
        at,
      );
    }
  }
  return mix;
};

/** Vowels that a voice sings without words, with vibrato, from note to note. */
export const vocalise = (dice: Dice, seconds: number): Float64Array => {
  const vowels = [
    [730, 1090, 2440],
    [270, 2290, 3010],
    [570, 840, 2410],
    [300, 870, 2240],
  ] as const;
  const root = dice.pick([110, 150, 220, 330]);
  const depth = dice.between(0.008, 0.025);
  const length = dice.between(0.6, 1.4);
  const notes = Array.from({ length: Math.ceil(seconds / length) + 1 }, () => ({
    hertz: root * 2 ** (dice.pick(MAJOR) / 12),
    throat: dice.pick(vowels).map((hertz) => resonance(hertz, 80)),
  }));
  let [phase, pitch] = [0, root];
  return drawn(seconds, (t) => {
    const note = notes[Math.floor(t / length)] as (typeof notes)[number];
    pitch += (note.hertz - pitch) / (0.04 * RATE);
    phase += (pitch * (1 + depth * Math.sin(2 * Math.PI * 5.5 * t))) / RATE;
    const breath = 0.02 * dice.between(-1, 1);
    const buzz = (phase % 1) ** 3 + breath;
    return note.throat.reduce((sum, ring, at) => sum + ring(buzz) / (at + 1), 0);
  });
};
