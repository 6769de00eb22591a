import { Fft } from './fft.ts';

export const SAMPLE_RATE = 16_000;
/** 10 ms. */
export const HOP = 160;
export const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;
/** 32 ms: two periods of the lowest voice. */
export const FRAME = 512;
export const BANDS = 16;
/** The part of the spectrum whose shape is followed over time: 125 to 4000 Hz. */
const [SHAPE_FROM, SHAPE_TO] = [4, 128];
const SHAPE = SHAPE_TO - SHAPE_FROM;
/** Voices speak between 70 and 400 Hz. */
const [SHORTEST_LAG, LONGEST_LAG] = [SAMPLE_RATE / 400, Math.floor(SAMPLE_RATE / 70)];

/** What is measured of 32 ms of sound. */
export interface SoundFrame {
  /** Root mean square, where 1 is full scale. */
  readonly rms: number;
  /** Loudness of bands spaced as the ear spaces them. */
  readonly bands: Float32Array;
  /**
   * Geometric over arithmetic mean of the power, in decibels: 0 is white noise, a tone far below.
   */
  readonly flatness: number;
  /** How periodic it is, 0 to 1, and with what period in samples. */
  readonly voicing: number;
  readonly lag: number;
  /** The spectrum's shape without its level and tilt, of length 1. */
  readonly shape: Float32Array;
}

const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
const fromMel = (mels: number) => 700 * (10 ** (mels / 2595) - 1);
const EDGES = Array.from({ length: BANDS + 1 }, (_, band) => {
  const [low, high] = [mel(100), mel(7500)];
  return Math.round((fromMel(low + ((high - low) * band) / BANDS) * FRAME) / SAMPLE_RATE);
});
const HANN = Float64Array.from(
  { length: FRAME },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / FRAME),
);
/**
 * Autocorrelation of the window itself: without dividing by it, longer periods would look weaker.
 */
const HANN_LAGS = Float64Array.from({ length: LONGEST_LAG + 2 }, (_, lag) => {
  let sum = 0;
  for (let i = 0; i + lag < FRAME; i++) sum += (HANN[i] as number) * (HANN[i + lag] as number);
  return sum;
}).map((sum, _, all) => sum / (all[0] as number));

const fft = new Fft(2 * FRAME);

/** Measures the samples of one frame. */
export function measureFrame(samples: Int16Array): SoundFrame {
  const { re, im } = fft;
  let [sum, energy] = [0, 0];
  for (let i = 0; i < FRAME; i++) sum += samples[i] as number;
  const mean = sum / FRAME;
  for (let i = 0; i < FRAME; i++) {
    const value = ((samples[i] as number) - mean) / 32_768;
    energy += value * value;
    re[i] = value * (HANN[i] as number);
  }
  re.fill(0, FRAME);
  im.fill(0);
  fft.transform();
  // Padded to twice its length, so that the autocorrelation below does not wrap around.
  const power = new Float64Array(FRAME / 2 + 1);
  for (let i = 0; i < 2 * FRAME; i++) {
    const value = (re[i] as number) ** 2 + (im[i] as number) ** 2;
    if (i % 2 === 0 && i <= FRAME) power[i / 2] = value;
    re[i] = value;
  }
  im.fill(0);
  fft.transform();
  const { voicing, lag } = strongestPeriod(re);
  return {
    rms: Math.sqrt(energy / FRAME),
    bands: loudness(power),
    flatness: flatness(power),
    voicing,
    lag,
    shape: shapeOf(power),
  };
}

function strongestPeriod(correlation: Float64Array): { voicing: number; lag: number } {
  const whole = correlation[0] as number;
  if (whole <= 0) return { voicing: 0, lag: 0 };
  const at = (lag: number) => (correlation[lag] as number) / whole / (HANN_LAGS[lag] as number);
  let best = { voicing: 0, lag: 0 };
  for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
    const value = at(lag);
    // A multiple of the period fits as well; the shorter one wins unless the longer is clearly
    // better.
    if (value > best.voicing + 0.02 && value > at(lag - 1) && value >= at(lag + 1)) {
      const [before, after] = [at(lag - 1), at(lag + 1)];
      const bend = before - 2 * value + after;
      best = { voicing: value, lag: lag + (bend === 0 ? 0 : (before - after) / (2 * bend)) };
    }
  }
  return { voicing: Math.min(1, best.voicing), lag: best.lag };
}

function loudness(power: Float64Array): Float32Array {
  const bands = new Float32Array(BANDS);
  for (let band = 0; band < BANDS; band++) {
    let sum = 1e-7;
    for (let i = EDGES[band] as number; i < (EDGES[band + 1] as number); i++)
      sum += power[i] as number;
    bands[band] = sum ** 0.3;
  }
  return bands;
}

function flatness(power: Float64Array): number {
  let [logs, sum] = [0, 0];
  for (let i = SHAPE_FROM; i < SHAPE_TO; i++) {
    const value = (power[i] as number) + 1e-10;
    logs += Math.log10(value);
    sum += value;
  }
  return 10 * (logs / SHAPE - Math.log10(sum / SHAPE));
}

const SMOOTH = 8;

function shapeOf(power: Float64Array): Float32Array {
  const logs = new Float64Array(SHAPE);
  for (let i = 0; i < SHAPE; i++) logs[i] = Math.log10((power[SHAPE_FROM + i] as number) + 1e-8);
  const shape = new Float32Array(SHAPE);
  let square = 1e-9;
  for (let i = 0; i < SHAPE; i++) {
    const [from, to] = [Math.max(0, i - SMOOTH), Math.min(SHAPE, i + SMOOTH + 1)];
    let sum = 0;
    for (let j = from; j < to; j++) sum += logs[j] as number;
    const value = (logs[i] as number) - sum / (to - from);
    shape[i] = value;
    square += value * value;
  }
  const length = Math.sqrt(square);
  return shape.map((value) => value / length);
}
