import type { Signal } from '../../frames/signal.ts';
import { FADE_INTENTS, FADES } from './fade-intents.ts';
import { type FoundSpan, type Intent, lasting, spansAnswer } from './intent.ts';
import { MOVE_INTENTS } from './move-intents.ts';
import { quoted } from './quoted.ts';
import { TECHNICAL_INTENTS } from './technical-intents.ts';

const signalIntent = <F extends FoundSpan>(
  name: string,
  pattern: RegExp,
  kind: readonly [string, string],
  pick: (signal: Signal) => readonly F[] | undefined,
  tell: (span: F) => string,
): Intent => ({
  name,
  asks: pattern,
  names: pattern,
  absent: `Every frame was measured: no ${kind[0]} was found.`,
  answer: ({ signal }) => {
    const found = signal ? pick(signal) : undefined;
    return found && spansAnswer(found, kind, tell);
  },
});

const layer = ({ text }: { readonly text?: string | undefined }): string =>
  text === undefined ? 'Something, such as a title or a logo,' : quoted(text);

/** Where the edge of a wipe travels. */
const WAY_OF_WIPE: Readonly<Record<NonNullable<Signal['wipes']>[number]['direction'], string>> = {
  left: 'to the left',
  right: 'to the right',
  up: 'upwards',
  down: 'downwards',
  out: 'from the middle outwards',
  in: 'towards the middle',
};

/** Ways from one shot to the next that take their time. */
const GRADUAL: readonly Intent[] = [
  signalIntent(
    'dissolves',
    /\b(dissolves?|cross[- ]?fades?|cross[- ]?dissolves?)\b/,
    ['dissolve', 'dissolves'],
    ({ dissolves }) => dissolves,
    (span) => `One shot dissolves into the next ${lasting(span)}.`,
  ),
  signalIntent(
    'wipes',
    /\bwipes?\b/,
    ['wipe', 'wipes'],
    ({ wipes }) => wipes,
    (span) => `One shot wipes the other away ${WAY_OF_WIPE[span.direction]} ${lasting(span)}.`,
  ),
  FADES,
];

/** All ways from one shot to the next, in their order. */
const TRANSITIONS: Intent = {
  name: 'transitions',
  asks: /\btransitions?\b|\b(shot|scene) (boundar(y|ies)|breaks?)\b/,
  names: /\btransitions?\b|\b(shot|scene) (boundar(y|ies)|breaks?)\b/,
  absent: 'Every frame was measured: no shot goes over to another.',
  answer: (facts) => {
    const kinds = BETWEEN_SHOTS.map(([name, kind]) => ({
      kind,
      answer: [...TECHNICAL_INTENTS, ...GRADUAL].find((one) => one.name === name)?.answer(facts),
    }));
    if (kinds.every(({ answer }) => answer === undefined)) return undefined;
    const found = kinds.flatMap(({ kind, answer }) =>
      (answer?.values.spans ?? []).map(({ start, end }, at) => {
        return { start, end, kind, text: answer?.each?.[at]?.text ?? '' };
      }),
    );
    const inOrder = found.toSorted((a, b) => a.start - b.start);
    return spansAnswer(inOrder, ['transition', 'transitions'], ({ text }) => text);
  },
};
const BETWEEN_SHOTS = [
  ['cuts', 'cut'],
  ['dissolves', 'dissolve'],
  ['wipes', 'wipe'],
  ['fades', 'fade'],
] as const;

/** What happens between frames. */
export const SIGNAL_INTENTS: readonly Intent[] = [
  TRANSITIONS,
  signalIntent(
    'inserts',
    /\b(one|single)[- ]frame\b|\binserts?\b|\binserted\b|\bsubliminal\b/,
    ['insert of a frame or two', 'inserts of a frame or two'],
    ({ inserts }) => inserts.map(({ at, frames }) => ({ start: at, end: at, frames })),
    ({ frames }) =>
      `A foreign picture is shown for ${frames === 1 ? 'a single frame' : `${frames} frames`}.`,
  ),
  signalIntent(
    'flashes',
    /\bflash(es|ing|ed)?\b|\bstrobes?\b/,
    ['flash', 'flashes'],
    ({ flashes }) => flashes,
    (span) => `A flash lights the picture ${lasting(span)}.`,
  ),
  ...GRADUAL.filter((intent) => intent !== FADES),
  ...FADE_INTENTS,
  signalIntent(
    'whips',
    /\bwhip(s|[- ]?pans?|[- ]?blurs?)?\b/,
    ['whip', 'whips'],
    ({ whip_blurs }) => whip_blurs,
    (span) => `The camera whips ${lasting(span)}.`,
  ),
  ...MOVE_INTENTS,
  {
    ...signalIntent(
      'overlays',
      /\b(titles?|overlays?|lower thirds?|logos?|watermarks?|graphics?|banners?|captions?|super(s|imposed)?)\b/,
      ['overlay', 'overlays'],
      ({ overlays }) => overlays,
      (span) => `${layer(span)} is laid over the picture ${lasting(span)}.`,
    ),
    nouns:
      /\b(titles?|overlays?|lower thirds?|logos?|watermarks?|graphics?|banners?|captions?|text|writing)\b/,
  },
];
