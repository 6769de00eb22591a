import type { Segment, Transcript } from '../../transcript/transcript.ts';
import type { Window } from '../../window.ts';
import type { FactAnswer, Facts } from './facts.ts';
import { type FoundSpan, type Intent, lasting, NONE, SOUNDLESS, spansAnswer } from './intent.ts';
import { wordsOf } from './phrase.ts';

/** Seconds between two lines of one stretch of speech. */
const PAUSE_SECONDS = 1;

/** Stretches in which somebody speaks, from lines with their pauses. */
function stretchesOf(segments: readonly Segment[], [from, to]: Window): FoundSpan[] {
  const stretches: { start: number; end: number }[] = [];
  for (const { start, end } of segments) {
    const last = stretches.at(-1);
    if (last && start - last.end <= PAUSE_SECONDS) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches.map(({ start, end }) => ({
    start: Math.max(from, start),
    end: Math.min(to, end),
  }));
}

/** What lies between stretches of speech, before the first and behind the last. */
function pausesOf(stretches: readonly FoundSpan[], [from, to]: Window): FoundSpan[] {
  const edges = [{ end: from }, ...stretches];
  return edges
    .map(({ end }, at) => ({ start: end ?? to, end: stretches[at]?.start ?? to }))
    .filter(({ start, end }) => end - start >= PAUSE_SECONDS);
}

/** Words of a line that begin in a stretch; all of them where they have no times of their own. */
const wordsWithin = ({ text, words }: Segment, [from, to]: Window): number =>
  words ? words.filter(({ start }) => start >= from && start < to).length : wordsOf(text).length;

/** Nobody speaks; without a track nothing was listened to for it. */
const nothingSaid = ({ audioTracks }: Facts): FactAnswer =>
  audioTracks > 0 ? NONE : { ...SOUNDLESS, values: NONE.values };

/** How much is said, counted; undefined where nothing was listened to. */
const countOf = (
  name: string,
  counted: string,
  [one, many]: readonly [string, string],
  count: (transcript: Transcript, window: Window) => number,
): Intent => ({
  name,
  asks: new RegExp(
    String.raw`^(?!.*\b(by|about)\b).*\b(how many|number of) (${counted})\b.*\b(spoken|said|speaks?|says?|uttered|heard|transcript|speech)\b`,
  ),
  names: new RegExp(
    `^(spoken (${one}|${many}) count|(number|count) of spoken ${many}|${many} spoken)$`,
  ),
  absent: 'The sound was listened to: nobody speaks.',
  answer: (facts) => {
    const { transcript } = facts;
    const [first] = transcript?.segments ?? [];
    if (!transcript?.speech.is_speech || !first) return transcript ? nothingSaid(facts) : undefined;
    const number = count(transcript, facts.window);
    const text = number === 1 ? `1 ${one} is said.` : `${number} ${many} are said.`;
    return {
      sentences: [{ text, seconds: [first.start] }],
      values: { count: number, number, truth: true },
    };
  },
});

/** Whether and when somebody speaks, in which language, and what else is to be heard. */
export const VOICE_INTENTS: readonly Intent[] = [
  {
    name: 'language',
    asks: /\b(which|what) language\b|\blanguage (is|do|does)\b/,
    names: /^(spoken )?language( code)?$/,
    absent: 'Nobody speaks, or the language could not be told.',
    answer: ({ transcript }) => {
      const [first] = transcript?.segments ?? [];
      if (!transcript?.language || !first) return transcript ? NONE : undefined;
      return {
        sentences: [
          {
            text: `The language that is spoken is "${transcript.language}".`,
            seconds: [first.start],
          },
        ],
        values: { text: transcript.language },
      };
    },
  },
  {
    name: 'speakers',
    asks: /\bhow many (different |of the )?(people|persons|men|women|speakers|voices)\b.*\b(talk(s|ing)?|speak(s|ing)?|spoken|said|say|heard)\b|\b(how many|number of) (different )?(speakers|voices)\b/,
    names: /^((number of )?(speakers|voices)|(speaker|voice)s? count)$/,
    absent: 'The sound was listened to: nobody speaks.',
    unknown: 'Voices are not told apart: what is said is known, and not by whom.',
    answer: (facts) =>
      facts.transcript?.speech.is_speech === false ? nothingSaid(facts) : undefined,
  },
  countOf('words spoken', 'words', ['word', 'words'], ({ segments }, window) =>
    segments.reduce((sum, segment) => sum + wordsWithin(segment, window), 0),
  ),
  countOf(
    'lines spoken',
    'sentences|lines|phrases|utterances',
    ['line', 'lines'],
    ({ segments }) => segments.length,
  ),
  {
    name: 'pauses in speech',
    asks: /\b(when|where|how long|times?|moments?|stretch(es)?|while) (is |are |was )?(there )?(nothing( is| was)?( being)? (said|spoken)|no (speech|talking|speaking|dialogue|narration|voices?))\b|\b(nobody|no[ -]?one)( is| was)? (talk|speak|say)(s|ing)?\b|\bwithout (any )?(speech|dialogue|talking|narration|voices?)\b|\bpauses? in (the )?(speech|dialogue|narration|talk)\b/,
    names: /\b(pauses?( in)?( the)? (speech|dialogue)|speech pauses?)\b/,
    absent: 'The sound was listened to: nobody is silent for a second.',
    answer: ({ transcript, window }) => {
      if (!transcript) return undefined;
      const said = transcript.speech.is_speech ? stretchesOf(transcript.segments, window) : [];
      return spansAnswer(
        pausesOf(said, window),
        ['stretch without speech', 'stretches without speech'],
        (span) => `Nobody speaks ${lasting(span)}.`,
      );
    },
  },
  {
    name: 'speech at all',
    asks: /\b(is|was) there (any |no |an? )?(speech|speaking|talking|voices?|voice-?overs?|words|dialogue|narration)\b(?! (about|of)\b)|(?<!\b(when|how (long|much|often)|seconds|minutes|times?) )\b(does|do|did) (any(body|one)|some(body|one)|people|they) (speak|talk|say anything)\b(?! (about|of)\b)|(?<!\b(when|where|how long) )\b(is|was) (any|some|no)thing( being)? (said|spoken)\b(?! (about|of|to|by)\b)/,
    names: /^(is speech|has speech|has dialogue|speech|spoken)$/,
    absent: 'The sound was listened to: nobody speaks.',
    answer: (facts) => {
      const { transcript } = facts;
      if (!transcript) return undefined;
      const [first] = transcript.segments;
      if (!transcript.speech.is_speech || !first) return nothingSaid(facts);
      return {
        sentences: [{ text: 'Somebody speaks.', seconds: [first.start] }],
        values: { truth: true, first: first.start },
      };
    },
  },
  {
    name: 'speech',
    asks: /\bwhen (is|are|was|were) (there )?(any )?(speech|speaking|talking|dialogue|narration|voices?)\b|\bwhen (do|does|did) (any(body|one)|some(body|one)|people|they|he|she|the (speaker|narrator|man|woman|person)) (first |last )?(speak|talk)\b(?! (about|of))|\b(speech|dialogue|narration|voice-?over|talking|speaking)\b.*\b(starts?|begins?|ends?|stops?)\b|\b(starts?|begins?|stops?|finish(es)?|ends?) (to )?(speak|talk)(ing)?\b(?! (about|of))|\b(how (long|much|often|many (seconds|minutes|times))|total|percent(age)?|share|proportion|fraction) .*\b(speech|speaking|talking|spoken|speaks?|talks?)\b(?! (about|of))|\b(time|length|duration|amount|seconds) of (the )?(speech|speaking|talking)\b/,
    names: /^(speech|spoken|talking) (spans|stretches|segments|seconds|time|start|end)$/,
    nouns: /^(speech|dialogue|narration|talking|speaking)\b/,
    absent: 'The sound was listened to: nobody speaks.',
    answer: (facts) => {
      const { transcript, window } = facts;
      if (!transcript) return undefined;
      if (!transcript.speech.is_speech) return nothingSaid(facts);
      return spansAnswer(
        stretchesOf(transcript.segments, window),
        ['stretch of speech', 'stretches of speech'],
        (span) => `Somebody speaks ${lasting(span)}.`,
      );
    },
  },
  {
    name: 'other sounds',
    asks: /\b(music|songs?|melod(y|ies)|jingles?|soundtrack|noises?|beeps?|applause|laughter|sound effects?)\b/,
    names: /^(has )?(background )?music$/,
    absent: '',
    unknown: 'Of sound, speech and silence are told apart, and nothing else.',
    answer: (facts) => (facts.audioTracks === 0 ? nothingSaid(facts) : undefined),
  },
];

/** Intents that are about somebody's speaking, and no question for the words. */
export const ABOUT_SPEECH: ReadonlySet<string> = new Set([
  'language',
  'speakers',
  'words spoken',
  'lines spoken',
  'pauses in speech',
  'speech at all',
  'speech',
]);
