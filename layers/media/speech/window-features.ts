import { BANDS, FRAMES_PER_SECOND, type SoundFrame } from './sound-frame.ts';

/** Measures of a few seconds that tell speech from music and noise. */
export interface WindowFeatures {
  /** How much the loudness of the bands swings at the pace of syllables (2 to 8 Hz). */
  readonly syllables: number;
  /** The same at slower and at faster paces. */
  readonly slow: number;
  readonly fast: number;
  /** Share of frames that are much quieter than the mean: speech pauses. */
  readonly pauses: number;
  /** Spread of the spectrum's flatness: vowels and hisses alternate. */
  readonly alternation: number;
  /** Share of the loud frames that are periodic as a voice is. */
  readonly voiced: number;
  /**
   * Share of the periodic frames whose pitch glides, as a voice's does and an instrument's seldom.
   */
  readonly gliding: number;
  /** Likeness of the spectrum's lines a tenth of a second apart: notes stand, voices move. */
  readonly standing: number;
  /** Unevenness of the change from frame to frame. */
  readonly bursts: number;
}

export const FEATURES = [
  'syllables',
  'slow',
  'fast',
  'pauses',
  'alternation',
  'voiced',
  'gliding',
  'standing',
  'bursts',
] as const satisfies readonly (keyof WindowFeatures)[];

/** A frame this far below the loudest of its window is not listened to. */
const QUIET = 10 ** (-30 / 20);
const VOICED = 0.55;
const STANDING_LAG = 10;
const GLIDE_LAG = 4;
/**
 * In octaves over four frames: more than an instrument in tune, less than a jump to another note.
 */
const [LEAST_GLIDE, MOST_GLIDE] = [0.012, 0.25];

/** Measures a window of frames, at least a few of which are not silent. */
export function windowFeatures(frames: readonly SoundFrame[]): WindowFeatures {
  const loudest = frames.reduce((most, { rms }) => Math.max(most, rms), 0);
  const meanRms = frames.reduce((sum, { rms }) => sum + rms, 0) / frames.length;
  const heard = (frame: SoundFrame) => frame.rms > loudest * QUIET;
  const loud = frames.filter(heard);
  const swing = modulation(frames);

  let [standing, pairs, gliding, voicedPairs] = [0, 0, 0, 0];
  const flux: number[] = [];
  for (const [i, frame] of frames.entries()) {
    const next = frames[i + 1];
    if (next) flux.push(distance(frame.bands, next.bands));
    const later = frames[i + STANDING_LAG];
    if (later && heard(frame) && heard(later)) {
      standing += dot(frame.shape, later.shape);
      pairs++;
    }
    const soon = frames[i + GLIDE_LAG];
    if (soon && isVoiced(frame) && isVoiced(soon) && heard(frame) && heard(soon)) {
      const glide = Math.abs(Math.log2(frame.lag / soon.lag));
      voicedPairs++;
      if (glide > LEAST_GLIDE && glide < MOST_GLIDE) gliding++;
    }
  }
  const meanFlux = mean(flux);
  return {
    ...swing,
    pauses: frames.filter(({ rms }) => rms < meanRms / 2).length / frames.length,
    alternation: deviation(loud.map(({ flatness }) => flatness)) / 10,
    voiced: loud.length === 0 ? 0 : loud.filter(isVoiced).length / loud.length,
    gliding: voicedPairs < 5 ? 0 : gliding / voicedPairs,
    standing: pairs === 0 ? 0 : standing / pairs,
    bursts: meanFlux === 0 ? 0 : deviation(flux) / meanFlux,
  };
}

const isVoiced = ({ voicing }: SoundFrame) => voicing > VOICED;

const PACES = {
  slow: [0.5, 1, 1.5],
  syllables: [2, 3, 4, 5, 6, 7, 8],
  fast: [10, 12, 14, 16, 18, 20],
};

/** Strength of the bands' swings at several paces, relative to their mean loudness. */
function modulation(frames: readonly SoundFrame[]): Record<keyof typeof PACES, number> {
  const n = frames.length;
  const levels = new Float64Array(BANDS);
  for (const { bands } of frames) {
    for (let b = 0; b < BANDS; b++) levels[b] = (levels[b] as number) + (bands[b] as number) / n;
  }
  const whole = levels.reduce((sum, level) => sum + level, 0);
  const re = new Float64Array(BANDS);
  const im = new Float64Array(BANDS);
  const strength = (hertz: number): number => {
    re.fill(0);
    im.fill(0);
    for (const [i, { bands }] of frames.entries()) {
      const angle = (2 * Math.PI * hertz * i) / FRAMES_PER_SECOND;
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / n);
      const [cos, sin] = [hann * Math.cos(angle), hann * Math.sin(angle)];
      for (let b = 0; b < BANDS; b++) {
        const value = (bands[b] as number) - (levels[b] as number);
        re[b] = (re[b] as number) + value * cos;
        im[b] = (im[b] as number) + value * sin;
      }
    }
    let total = 0;
    for (let b = 0; b < BANDS; b++) total += Math.hypot(re[b] as number, im[b] as number) / n;
    return whole === 0 ? 0 : total / whole;
  };
  const over = (paces: readonly number[]) =>
    Math.sqrt(mean(paces.map((pace) => strength(pace) ** 2)));
  return { slow: over(PACES.slow), syllables: over(PACES.syllables), fast: over(PACES.fast) };
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < BANDS; i++) sum += Math.abs((a[i] as number) - (b[i] as number));
  return sum;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
