import type { Dice } from '../detectors/random.ts';
import { addAt, drawn, resonance } from './mix.ts';

/** Hundreds of hands, each clap a short burst of its own colour, that swell and fade. */
export const applause = (dice: Dice, seconds: number): Float64Array => {
  const mix = drawn(seconds, () => 0);
  const hands = dice.whole(10, 120);
  for (let hand = 0; hand < hands; hand++) {
    const pace = dice.between(0.18, 0.4);
    const [colour, near] = [dice.between(700, 2800), dice.between(0.1, 1)];
    for (let at = dice.between(0, pace); at < seconds; at += pace * dice.between(0.85, 1.15)) {
      const palm = resonance(colour, 500);
      addAt(
        mix,
        drawn(0.04, (t) => Math.exp(-130 * t) * palm(dice.between(-1, 1))),
        at,
        near,
      );
    }
  }
  return mix;
};

/** Drops on a roof, over the hiss of all those further away. */
export const rain = (dice: Dice, seconds: number): Float64Array => {
  const far = resonance(dice.between(800, 5000), dice.between(2000, 6000));
  const mix = drawn(seconds, () => 0.3 * far(dice.between(-1, 1)));
  for (let drop = 0; drop < seconds * dice.whole(20, 200); drop++) {
    const ring = dice.between(900, 5000);
    const drip = drawn(0.02, (t) => Math.exp(-300 * t) * Math.sin(2 * Math.PI * ring * t));
    addAt(mix, drip, dice.between(0, seconds), dice.between(0.05, 0.5));
  }
  return mix;
};

/** Engines, bells, sirens and clocks. */
export const machine = (dice: Dice, seconds: number): Float64Array => {
  const kind = dice.pick(['engine', 'telephone', 'siren', 'clock', 'wind']);
  const gust = resonance(dice.between(200, 600), 150);
  let phase = 0;
  const [pace, pitch] = [dice.between(15, 60), dice.between(400, 900)];
  return drawn(seconds, (t) => {
    const hiss = dice.between(-1, 1);
    switch (kind) {
      case 'engine': {
        phase += (pace * (1 + 0.2 * Math.sin(0.9 * t))) / 16_000;
        return gust((phase % 1) ** 4 + 0.2 * hiss);
      }
      case 'telephone':
        return t % 2 < 1
          ? Math.sign(Math.sin(2 * Math.PI * (t % 0.05 < 0.025 ? 1 : 1.25) * pitch * t))
          : 0;
      case 'siren':
        phase += (pitch * (1 + 0.5 * Math.sin(2 * Math.PI * 0.4 * t))) / 16_000;
        return Math.sin(2 * Math.PI * phase) + 0.3 * Math.sin(6 * Math.PI * phase);
      case 'clock':
        return Math.exp(-90 * (t % 0.5)) * Math.sin(2 * Math.PI * 2200 * t) + 0.01 * hiss;
      default:
        return gust(hiss) * (1 + 0.8 * Math.sin(0.7 * t + Math.sin(1.9 * t)));
    }
  });
};

/** Birds: short whistles that sweep, in phrases. */
export const birds = (dice: Dice, seconds: number): Float64Array => {
  const mix = drawn(seconds, () => 0.005 * dice.between(-1, 1));
  for (let at = 0; at < seconds; at += dice.between(0.05, 0.6)) {
    const [from, to, length] = [
      dice.between(1800, 4500),
      dice.between(1800, 4500),
      dice.between(0.04, 0.25),
    ];
    const whistle = drawn(length, (t) => {
      const sweep = from * t + ((to - from) * t * t) / (2 * length);
      return Math.sin(Math.PI * (t / length)) * Math.sin(2 * Math.PI * sweep);
    });
    addAt(mix, whistle, at, dice.between(0.2, 1));
  }
  return mix;
};
