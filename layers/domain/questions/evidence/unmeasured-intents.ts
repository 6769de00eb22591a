import type { FactAnswer, Facts } from './facts.ts';
import { about, counted, type Intent } from './intent.ts';
import { TECHNICAL_INTENTS } from './technical-intents.ts';

/** What is understood and was not measured, each with what was measured instead. */
const unmeasured = (name: string, asks: RegExp, unknown: string): Intent => ({
  name,
  asks,
  // No member of a schema is filled with it.
  names: /(?!)/,
  absent: '',
  unknown,
  answer: () => undefined,
});

/** Slides are told of what came as slides; of film only its shots are counted. */
function slidesOf(facts: Facts): FactAnswer | undefined {
  if (facts.slides !== null) {
    const count = facts.slides;
    return about(facts, counted(count, 'slide', 'slides'), { count, number: count });
  }
  const shots = TECHNICAL_INTENTS.find(({ name }) => name === 'shots')?.answer(facts);
  const count = shots?.values.count;
  if (count === undefined) return undefined;
  const which = count === 1 ? 'whether it is a slide' : 'which of them are slides';
  const text = `${counted(count, 'shot', 'shots').replace('.', '')} by the cuts; ${which} is not told.`;
  return about(facts, text, {});
}

export const UNMEASURED_INTENTS: readonly Intent[] = [
  {
    name: 'slides',
    asks: /\b(?:how many|number of|count)(?: the)?(?: \w+)? (?:slides?|pages?)\b|\bslide (?:changes?|transitions?|count)\b/,
    names: /^(slides?( count)?|number of slides)$/,
    absent: '',
    answer: slidesOf,
  },
  unmeasured(
    'brightness',
    /\b(?:bright(?:er|est|ness)|dark(?:er|est|ness)|luminance|exposure|exposed)\b|\bhow (?:bright|dark)\b/,
    'How bright the picture is was not measured: black pictures, fades and flashes were.',
  ),
  unmeasured(
    'loudness',
    /\bloud(?:er|est|ness|ly)?\b|\bquiet(?:er|est)\b|\b(?:volume|decibels?|dbfs|lufs)\b|\b(?:audio|sound)\b.*\b(?:clip(?:s|ping)|peaks?|levels?|distort\w*)\b/,
    'How loud the sound is was not measured: silence was, which is below -50 dBFS.',
  ),
  unmeasured(
    'sample rate',
    /\bsampl(?:e|ing) ?rate\b|\bbit depth\b/,
    'This is not kept of a file.',
  ),
  unmeasured(
    'sound beside picture',
    /\b(?:in|out of) sync\b|\blip[- ]?sync\b|\bsynchroni[sz](?:ed|ation)\b|\baudio sync\b/,
    'Whether sound and picture come together was not measured.',
  ),
  unmeasured(
    'faults of the picture',
    /\b(?:dropped|duplicate[d]?|skipped|repeated|missing|corrupt(?:ed)?) frames?\b|\bframe drops?\b|\bglitch(?:es|y)?\b|\bartifacts?\b|\bartefacts?\b|\bflicker(?:s|ing)?\b|\btearing\b|\bstutter(?:s|ing)?\b/,
    'Faults of the picture were not measured: freezes, inserted frames and flashes were.',
  ),
];
