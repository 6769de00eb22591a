import type { Signal } from '../../frames/signal.ts';
import { type Intent, lasting, spansAnswer } from './intent.ts';

type Fade = NonNullable<Signal['fades']>[number];
type Kind = Fade['kind'];

const FADE = String.raw`\bfad(?:e|es|ed|ing)`;
/** "a fade in the video" tells where it is, not which way it goes. */
const WAYS: Readonly<Record<Kind, string>> = {
  out: String.raw`[ _-]?outs?\b|(?: \w+){0,3} (?:in)?to (?:black|white)\b| away\b`,
  in: String.raw`[ _-]?ins?\b(?! (?:the|this|that|a|an|it|any|which|\d))|[ _-]?up\b|(?: \w+){0,3} from (?:black|white)\b`,
};

/** Fades of one way; those of either are told where a question names none. */
const fadesOf = (kind: Kind): Intent => ({
  name: `fades ${kind}`,
  asks: new RegExp(`${FADE}(?:${WAYS[kind]})`),
  names: new RegExp(`${FADE}(?:${WAYS[kind]})`),
  absent: `Every frame was measured: the picture fades ${kind} nowhere.`,
  answer: ({ signal }) => {
    const found = signal?.fades?.filter((fade) => fade.kind === kind);
    return found && spansAnswer(found, [`fade ${kind}`, `fades ${kind}`], fadeTold);
  },
});

const fadeTold = (fade: Fade): string => `The picture fades ${fade.kind} ${lasting(fade)}.`;

/** Fades out of a plain picture and into one, of either way. */
export const FADES: Intent = {
  name: 'fades',
  asks: new RegExp(String.raw`${FADE}\b(?!${WAYS.out}|${WAYS.in})`),
  names: new RegExp(String.raw`${FADE}\b`),
  absent: 'Every frame was measured: no fade was found.',
  answer: ({ signal }) => signal?.fades && spansAnswer(signal.fades, ['fade', 'fades'], fadeTold),
};

export const FADE_INTENTS: readonly Intent[] = [fadesOf('out'), fadesOf('in'), FADES];
