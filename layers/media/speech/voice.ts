import { FEATURES, type WindowFeatures } from './window-features.ts';

/**
 * Weights of a logistic regression on windows of 130 clips: speech of four synthetic voices, clean,
 * in noise and over music, three recordings, drawn music, three pieces of recorded music, tones,
 * noises.
 */
const WEIGHTS: Readonly<Record<(typeof FEATURES)[number], number>> = {
  syllables: 11.646,
  slow: -11.573,
  fast: -89.646,
  pauses: 5.648,
  alternation: 0.975,
  voiced: 3.575,
  gliding: 5.934,
  standing: -4.213,
  bursts: -0.16,
};
const BIAS = -5.099;

/** How likely it is that somebody speaks in a window, 0 to 1. */
export function voiceProbability(features: WindowFeatures): number {
  const sum = FEATURES.reduce((total, name) => total + WEIGHTS[name] * features[name], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
