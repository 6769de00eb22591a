import { shortened } from '../characters.ts';
import type { Window } from '../window.ts';
import type { Confidential } from './confidential.ts';
import type { AnswerEnvelope } from './envelopes.ts';
import type { NameableSeconds } from './nameable-seconds.ts';
import type { Region } from './question.ts';
import { timesIn, withoutCitations } from './times-in-text.ts';

/** A sentence whose seconds were read. */
export interface Claim {
  readonly text: string;
  /** Nameable seconds, in order; none where code tells of something that is nowhere. */
  readonly seconds: readonly number[];
}

/** A member of the caller's schema, with the evidence for it. */
export interface FilledField {
  readonly path: string;
  readonly json: string;
  readonly seconds: readonly number[];
  /** Code took the words as they are said in the video: the times in them are the speaker's. */
  readonly isQuoted?: true;
}

export interface Unresolved {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly region: Region | null;
}

export interface Missing {
  readonly field: string;
  readonly reason: string;
}

/** A model's answer, held against what was read. */
export interface SettledAnswer {
  readonly claims: readonly Claim[];
  readonly fields: readonly FilledField[];
  readonly missing: readonly Missing[];
  readonly unresolved: readonly Unresolved[];
  /** What did not stand, in words for the model that wrote it. */
  readonly refused: readonly string[];
}

/** More is no answer any more. */
const MOST_SENTENCES = 200;
const MOST_CHARACTERS = 2_000;
const MOST_JSON = 20_000;

/** What an answer is an answer to. */
interface Asked {
  /** Those that it may name. */
  readonly seconds: NameableSeconds;
  /** What was asked about, in seconds. */
  readonly window: Window;
  /** What the model was told for itself. */
  readonly secret: Confidential;
  /** The part of the picture that the model saw; null for all of it, undefined for nothing. */
  readonly shown?: Region | null | undefined;
}

/**
 * Holds each sentence and each field against the seconds that were read. One that names none, or
 * another, does not stand: it is left out, and the stretch that it was about is unresolved.
 */
export function settleAnswer(
  { sentences, fields, missing, doubtful }: AnswerEnvelope,
  { seconds, window, secret, shown }: Asked,
): SettledAnswer {
  const refused: string[] = [];
  const claims: Claim[] = [];
  const dropped: number[][] = [];
  const settled = (named: readonly number[]) => {
    if (named.length > MOST_SENTENCES) return undefined;
    const found = named.map((second) => seconds.settle(second));
    return found.every((second) => second !== undefined)
      ? [...new Set(found)].sort((a, b) => a - b)
      : undefined;
  };
  const tooLong: number[][] = [];
  for (const [at, sentence] of sentences.slice(0, MOST_SENTENCES).entries()) {
    const whole = withoutCitations(sentence.text);
    const text = shortened(whole, MOST_CHARACTERS);
    if (text === '') continue;
    if (secret.isToldIn(sentence.text)) {
      refused.push(`Sentence ${at} repeats what you were told for yourself. Leave it out.`);
      continue;
    }
    const named = settled(sentence.seconds);
    const written = timesIn(text).find(({ seconds: time }) => named?.includes(time) !== true);
    if (named && named.length > 0 && !written) {
      claims.push({ text, seconds: named });
      if (text !== whole) tooLong.push(sentence.seconds);
    } else {
      dropped.push(sentence.seconds);
      refused.push(
        written
          ? `Sentence ${at} writes the time "${written.text}". Write no times into text; name them in \`seconds\`.`
          : `Sentence ${at} names ${sentence.seconds.length === 0 ? 'no second' : `seconds ${sentence.seconds.slice(0, 5).join(', ')}`}. Name seconds that are stamped on tiles, listed as speech, or measured.`,
      );
    }
  }
  const filled: FilledField[] = [];
  const unfilled: Missing[] = [];
  for (const [at, field] of fields.slice(0, MOST_SENTENCES).entries()) {
    const named = settled(field.seconds);
    if (field.json.length > MOST_JSON) {
      refused.push(`Field ${at} is too long. Give its parts as fields of their own.`);
    } else if (secret.isToldIn(field.path) || secret.isToldIn(field.json)) {
      refused.push(`Field ${at} repeats what you were told for yourself. Leave it out.`);
    } else if (named && named.length > 0) filled.push({ ...field, seconds: named });
    else {
      unfilled.push({ field: field.path, reason: 'No second that was read stands for it.' });
      refused.push(`Field ${at} names no second that was read.`);
    }
  }
  const plain = plainMissing(secret);
  return {
    claims,
    fields: filled,
    missing: [...missing.slice(0, MOST_SENTENCES), ...unfilled].map(plain),
    unresolved: [
      ...dropped.flatMap((named) => stretchOf(named, seconds, window, UNFOUNDED)),
      ...[
        ...tooLong,
        ...sentences.slice(MOST_SENTENCES).map((sentence) => sentence.seconds),
      ].flatMap((named) => stretchOf(named, seconds, window, LEFT_OUT)),
      ...doubtful.slice(0, MOST_SENTENCES).flatMap(({ from, to, reason, region }) => {
        const span = seconds.spanOf([Math.max(from, window[0]), Math.min(to, window[1])]);
        const words = wordsOf(reason, secret);
        return span
          ? [{ from: span[0], to: span[1], reason: words, region: regionOf(region, shown) }]
          : [];
      }),
    ],
    refused,
  };
}

const inside = ([from, to]: Window, [start, end]: Window): boolean =>
  from <= to && from >= start && to <= end;

/** A reason without times that nobody vouches for, and without what is confidential. */
function wordsOf(text: string, secret: Confidential): string {
  const words = shortened(withoutCitations(text), MOST_CHARACTERS);
  const isFit = words !== '' && timesIn(words).length === 0 && !secret.isToldIn(words);
  return isFit ? words : 'The pictures do not settle it.';
}

const plainMissing =
  (secret: Confidential) =>
  ({ field, reason }: Missing): Missing => {
    const name = shortened(withoutCitations(field), MOST_CHARACTERS);
    const isFit = name !== '' && timesIn(name).length === 0 && !secret.isToldIn(name);
    return { field: isFit ? name : 'question', reason: wordsOf(reason, secret) };
  };

/** A region of what was shown, as one of the picture. */
function regionOf(
  region: readonly number[] | null,
  shown: Region | null | undefined,
): Region | null {
  const [x0, y0, x1, y1] = (shown !== undefined && region) || [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null;
  const isInside = [x0, y0, x1, y1].every((side) => side >= 0 && side <= 1);
  if (!isInside || x0 >= x1 || y0 >= y1) return null;
  const [left, top, right, bottom] = shown ?? [0, 0, 1, 1];
  const across = (part: number) => fraction(left + part * (right - left));
  const down = (part: number) => fraction(top + part * (bottom - top));
  return [across(x0), down(y0), across(x1), down(y1)];
}

const fraction = (value: number): number => Math.round(value * 1e6) / 1e6;

const UNFOUNDED = 'Something was said of this stretch that no second that was read stands for.';
const LEFT_OUT = 'More was said of this stretch than one answer holds; the rest is left out.';

/** What a sentence was about; the whole window where its seconds tell nothing. */
function stretchOf(
  named: readonly number[],
  seconds: NameableSeconds,
  window: Window,
  reason: string,
): Unresolved[] {
  const inWindow = named.filter((second) => inside([second, second], window));
  const asked: Window =
    inWindow.length > 0 ? [Math.min(...inWindow), Math.max(...inWindow)] : window;
  const span = seconds.spanOf(asked);
  if (!span) return [];
  return [{ from: span[0], to: span[1], reason, region: null }];
}

/** Sentences as the caller reads them: code writes each citation. */
export const wordsWithSeconds = (claims: readonly Claim[]): string =>
  claims
    .flatMap(({ text, seconds }) => [text, ...seconds.map((second) => `[${second}s]`)])
    .join(' ');

export const secondsOf = (claims: readonly { readonly seconds: readonly number[] }[]): number[] =>
  [...new Set(claims.flatMap(({ seconds }) => seconds))].sort((a, b) => a - b);
