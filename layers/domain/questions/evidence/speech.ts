import type { Segment, Transcript } from '../../transcript/transcript.ts';
import type { Missing } from '../settle-answer.ts';
import type { FactAnswer, FactSentence, Facts, Rank } from './facts.ts';
import { phraseOf, withoutNamedWords, wordsOf } from './phrase.ts';
import { picked } from './pick.ts';
import { quoted } from './quoted.ts';
import { subjectOf } from './subject.ts';
import { asksWhatWritingSays } from './writing.ts';

/** Words of a question that ask for what is said. */
const ASKS_SPEECH =
  /\b(said|says?|saying|speak(s|ing)?|spoken|spoke|talk(s|ed|ing)?|mention(s|ed|ing)?|speech|transcript|transcri(be|ption)|quote[sd]?|words?|hear[ds]?|lyrics|dialogue|narrat(or|ion|es?)|tell[s]?|told|explain(s|ed)?|discuss(es|ed)?|call(s|ed)?|voice|sentences?|conversation)\b/i;
const VOICE = /\b(?:speech|voice(?:-?over)?|narrator)\b(?! (?:about|of)\b)/gi;
const ASKS_SPEECH_ALL = new RegExp(ASKS_SPEECH, 'gi');
const MOST_SEGMENTS = 40;
const MOST_FOUND = 6;

/** A quotation that ends its sentence itself needs no stop after it. */
const ended = (text: string): string =>
  `${quoted(text)}${/[.!?\u2026]$/.test(text.trim()) ? '' : '.'}`;

const saying = (text: string): string => `It is said: ${ended(text)}`;

const lineSaid = ({ start, text }: Segment): FactSentence => ({
  text: saying(text),
  seconds: [start],
});

/** Words of a segment with their times; those of captions are shares of the line's. */
const timedWords = ({ words }: Segment, { source }: Transcript) =>
  source === 'transcribed' ? words : undefined;

/** What is said, in order, as far as it fits. */
export const spokenText = ({ transcript }: Facts, most = MOST_SEGMENTS): FactAnswer['sentences'] =>
  transcript?.speech.is_speech ? transcript.segments.slice(0, most).map(lineSaid) : [];

/** What is left out of all that is said. */
export const unspoken = ({ transcript }: Facts): Missing[] => {
  const lines = transcript?.speech.is_speech ? transcript.segments.length : 0;
  const reason = `Of ${lines} lines that are said the first ${MOST_SEGMENTS} are told; a transcript has all.`;
  return lines > MOST_SEGMENTS ? [{ field: 'speech', reason }] : [];
};

/** What is said about what a question names; undefined when it does not ask for words. */
export function saidAbout(
  question: string,
  facts: Facts,
  rank: Rank,
): { sentences: FactAnswer['sentences']; missing: Missing[] } | undefined {
  if (!ASKS_SPEECH.test(withoutNamedWords(question)) || asksWhatWritingSays(question))
    return undefined;
  const { transcript } = facts;
  if (!transcript) {
    return {
      sentences: [],
      missing: [{ field: 'speech', reason: 'The sound was not transcribed.' }],
    };
  }
  if (!transcript.speech.is_speech || transcript.segments.length === 0) {
    return { sentences: [], missing: [{ field: 'speech', reason: transcript.speech.reason }] };
  }
  const phrase = phraseOf(question);
  if (phrase.length > 0) return phraseSaid(phrase, transcript);
  const subject = subjectOf(question);
  // Who it is that speaks no word tells.
  if (subject === '' && /^who\b/i.test(question)) return undefined;
  const { segments } = transcript;
  const ends = [...question.matchAll(ONE_END)];
  if (ends.length > 0) {
    const lines = ends.flatMap(([end]) =>
      /last|final/i.test(end) ? segments.slice(-1) : segments.slice(0, 1),
    );
    return { sentences: lines.map(lineSaid), missing: [] };
  }
  const picks = picked(question, LINE, {
    sentences: [],
    each: segments.map(lineSaid),
    kind: LINES,
    values: { spans: segments },
  });
  if (picks) {
    const { sentences, absent } = picks;
    return { sentences, missing: absent ? [{ field: 'speech', reason: absent }] : [] };
  }
  const found = rank(
    subject,
    segments.map(({ text }) => text),
    MOST_FOUND,
  );
  // Of "the conversation" all is told, but where that is a word that is said.
  const isOfAll = subject.replaceAll(ASKS_SPEECH_ALL, ' ').trim() === '';
  if (found.length === 0 && isOfAll)
    return { sentences: spokenText(facts), missing: unspoken(facts) };
  // "Is the voice clear?" asks for no words.
  if (found.length === 0 && !ASKS_SPEECH.test(question.replaceAll(VOICE, ' '))) return undefined;
  return found.length === 0
    ? { sentences: [], missing: [nothingAbout(subject)] }
    : {
        sentences: found
          .sort((a, b) => a - b)
          .flatMap((at) => segments[at] ?? [])
          .map((segment) => ({
            ...lineSaid(segment),
            seconds: [secondOf(subject, segment, transcript, rank)],
          })),
        missing: [],
      };
}

/** The second of the word of a segment that is asked about. */
function secondOf(subject: string, segment: Segment, transcript: Transcript, rank: Rank): number {
  const words = timedWords(segment, transcript) ?? [];
  const [at = -1] = rank(
    subject,
    words.map(({ word }) => word),
    1,
  );
  return (words[at] ?? segment).start;
}

/** The first words, or the last; "what is said first?" */
const ONE_END =
  /(?<!\b(?:to|but|second|third|fourth|fifth)[\s-]+)\b(?:first|opening|last|final)(?= (?:words?|sentence|line|thing (?:that is |that's )?said)\b)|(?<=\b(?:said|spoken|heard|says?|speaks?|talks?|words?) (?:at )?(?:the )?(?:very )?)(?:first|last)(?=\W*$)/gi;

const LINES = ['line that is said', 'lines that are said'] as const;
const LINE = { names: /^(sentences?|lines?|utterances?|things? (that (is|was) )?said)\b/ };

const nothingAbout = (subject: string): Missing => ({
  field: 'speech',
  reason: `In what was heard, nothing is said about ${quoted(subject.replaceAll(/\s+/g, ' '))}.`,
});

/** Where these words are said in their order, also across segments: exactly, else roughly. */
function phraseSaid(
  phrase: readonly string[],
  transcript: Transcript,
): { sentences: FactAnswer['sentences']; missing: Missing[] } {
  const said = transcript.segments.flatMap((segment) => {
    const timed = timedWords(segment, transcript);
    return (timed ?? [{ word: segment.text, start: segment.start }]).flatMap(({ word, start }) =>
      wordsOf(word).map((text) => ({ text, start, segment })),
    );
  });
  const shares = said.map((_, at) => {
    const stretch = said.slice(at, at + phrase.length + EXTRA_WORDS).map(({ text }) => text);
    return stretch[0] !== undefined && phrase.includes(stretch[0]) ? likeness(phrase, stretch) : 0;
  });
  const best = shares.reduce((most, share) => Math.max(most, share), 0);
  if (best < CLOSE) return { sentences: [], missing: [nothingAbout(phrase.join(' '))] };
  return {
    sentences: said
      .filter((_, at) => shares[at] === best)
      .slice(0, MOST_SEGMENTS)
      .map(({ start, segment }) => ({
        text: best === 1 ? saying(segment.text) : `What was heard is close: ${ended(segment.text)}`,
        seconds: [start],
      })),
    missing: [],
  };
}

/** Words that a recogniser may put between those of a phrase. */
const EXTRA_WORDS = 2;
/** Of a phrase this share is heard in its order where a recogniser hears it roughly. */
const CLOSE = 0.66;

/**
 * Share of a phrase that the beginning of a stretch holds in its order, of the longer one of both:
 * words that lie far apart are no phrase.
 */
const likeness = (phrase: readonly string[], stretch: readonly string[]): number =>
  Math.max(
    ...inOrder(phrase, stretch).map((common, at) => common / Math.max(phrase.length, at + 1)),
  );

/**
 * How many words a text has in common with another one up to each of its words, in their order
 * (longest common subsequence).
 */
function inOrder(a: readonly string[], b: readonly string[]): number[] {
  let row: number[] = b.map(() => 0);
  for (const word of a) {
    const above = row;
    row = [];
    for (const [at, other] of b.entries()) {
      const [before, up, left] = [above[at - 1] ?? 0, above[at] ?? 0, row[at - 1] ?? 0];
      row.push(word === other ? before + 1 : Math.max(up, left));
    }
  }
  return row;
}
