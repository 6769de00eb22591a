import type { Dice } from './random.ts';

const RATE = 16_000;

/** Tones and noise with true silences, and pauses too short or too loud to count. */
export function makeSound(
  seconds: number,
  dice: Dice,
): { samples: Int16Array; silences: { start: number; end: number }[] } {
  const samples = new Int16Array(Math.round(seconds * RATE));
  const silences: { start: number; end: number }[] = [];
  let at = 0;
  while (at < seconds) {
    const loud = dice.between(1.5, 7);
    const level = 10 ** (dice.between(-30, -10) / 20) * 32767;
    const pitch = dice.between(90, 900);
    for (let i = Math.round(at * RATE); i < Math.min(samples.length, (at + loud) * RATE); i++) {
      const beat = 0.7 + 0.3 * Math.sin((i / RATE) * 25);
      samples[i] =
        level * beat * (0.6 * Math.sin((i / RATE) * pitch * 6.283) + 0.4 * dice.between(-1, 1));
    }
    at += loud;
    const pause = dice.chance(0.6) ? dice.between(0.6, 2.2) : dice.between(0.1, 0.38);
    const faint = dice.chance(0.25);
    const floor = 10 ** ((faint ? dice.between(-45, -38) : dice.between(-90, -62)) / 20) * 32767;
    const end = Math.min(seconds, at + pause);
    for (let i = Math.round(at * RATE); i < Math.min(samples.length, end * RATE); i++) {
      samples[i] = Math.round(floor * dice.between(-1.7, 1.7));
    }
    if (!faint && end - at >= 0.55) silences.push({ start: at, end });
    at = end;
  }
  return { samples, silences };
}
