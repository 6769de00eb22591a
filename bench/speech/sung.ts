import type { Dice } from '../detectors/random.ts';
import { drawn, RATE } from './mix.ts';

const FRAME = 480;
const ORDER = 18;
/** How much longer sung words last than spoken ones. */
const STRETCH = 1.8;

/**
 * Spoken words made into sung ones: the shape of the mouth is kept (linear prediction), the pitch
 * is that of notes with vibrato, and everything lasts longer.
 */
export function sung(speech: Float64Array, dice: Dice): Float64Array {
  const root = dice.pick([130, 165, 220, 262]);
  const length = dice.between(0.4, 0.9);
  const notes = Array.from(
    { length: 100 },
    () => root * 2 ** (dice.pick([0, 2, 4, 5, 7, 9, 12]) / 12),
  );
  const seconds = (STRETCH * speech.length) / RATE;
  const past = new Float64Array(ORDER);
  let [phase, pitch, at] = [0, root, -1];
  let mouth: Mouth = { filter: new Float64Array(ORDER), gain: 0 };
  return drawn(seconds, (t) => {
    const frame = Math.floor((t * RATE) / STRETCH / (FRAME / 3)) * (FRAME / 3);
    if (frame !== at) {
      at = frame;
      mouth = mouthOf(speech.subarray(frame, frame + FRAME));
    }
    pitch += ((notes[Math.floor(t / length) % 100] as number) - pitch) / (0.05 * RATE);
    phase += (pitch * (1 + 0.012 * Math.sin(2 * Math.PI * 5.5 * t))) / RATE;
    const pulse = phase >= 1 ? Math.sqrt(RATE / pitch) : 0;
    phase %= 1;
    let value = mouth.gain * (pulse + 0.1 * dice.between(-1, 1));
    for (let i = 0; i < ORDER; i++) value -= (mouth.filter[i] as number) * (past[i] as number);
    past.copyWithin(1, 0);
    past[0] = value;
    return value;
  });
}

/** A filter, and how loud what goes through it is. */
interface Mouth {
  readonly filter: Float64Array;
  readonly gain: number;
}

/** The filter that a throat and mouth are, by Levinson and Durbin. */
function mouthOf(frame: Float64Array): Mouth {
  const windowed = frame.map(
    (value, i) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / frame.length)),
  );
  const r = Float64Array.from({ length: ORDER + 1 }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < windowed.length; i++) {
      sum += (windowed[i] as number) * (windowed[i - lag] as number);
    }
    return sum;
  });
  let error = (r[0] as number) * 1.001 + 1e-9;
  const filter = new Float64Array(ORDER);
  for (let i = 0; i < ORDER; i++) {
    let sum = r[i + 1] as number;
    for (let j = 0; j < i; j++) sum += (filter[j] as number) * (r[i - j] as number);
    const k = -sum / error;
    const before = filter.slice(0, i);
    for (let j = 0; j < i; j++)
      filter[j] = (before[j] as number) + k * (before[i - 1 - j] as number);
    filter[i] = k;
    error *= 1 - k * k;
  }
  return { filter, gain: Math.sqrt(error / FRAME) };
}
