/** Samples a second of every sound here. */
export const RATE = 16_000;

/** Seconds of a function of time, of any scale. */
export const drawn = (seconds: number, at: (t: number) => number): Float64Array =>
  Float64Array.from({ length: Math.round(seconds * RATE) }, (_, i) => at(i / RATE));

/** Adds one sound to another from a second on; what reaches beyond its end is left out. */
export function addAt(mix: Float64Array, part: ArrayLike<number>, seconds: number, gain = 1): void {
  const first = Math.round(seconds * RATE);
  for (let i = 0; i < part.length && first + i < mix.length; i++) {
    mix[first + i] = (mix[first + i] as number) + gain * (part[i] as number);
  }
}

/** Root mean square of what is not silent. */
function level(sound: Float64Array): number {
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let [sum, count] = [0, 0];
  for (const value of sound) {
    if (Math.abs(value) < peak / 50) continue;
    sum += value * value;
    count++;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/** The same at a level, in decibels below full scale; peaks are held below it. */
export function levelled(sound: Float64Array, decibels: number): Float64Array {
  const gain = 10 ** (decibels / 20) / Math.max(1e-9, level(sound));
  return sound.map((value) => Math.tanh(gain * value));
}

/** A resonance: what passes around a frequency, in hertz. */
export function resonance(hertz: number, width: number): (value: number) => number {
  const r = Math.exp((-Math.PI * width) / RATE);
  const turn = 2 * r * Math.cos((2 * Math.PI * hertz) / RATE);
  let [before, earlier] = [0, 0];
  return (value) => {
    const out = (1 - r) * value + turn * before - r * r * earlier;
    [earlier, before] = [before, out];
    return out;
  };
}

export const toSamples = (sound: Float64Array): Int16Array =>
  Int16Array.from(sound, (value) => Math.round(32_000 * Math.max(-1, Math.min(1, value))));

export const fromSamples = (samples: Int16Array): Float64Array =>
  Float64Array.from(samples, (sample) => sample / 32_768);
