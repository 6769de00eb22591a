import { toMillisecond } from '../../timestamp.ts';
import type { FactSentence, Facts } from './facts.ts';
import { about, counted, type Intent, LISTED, NONE, shown } from './intent.ts';
import { quoted } from './quoted.ts';
import { TECHNICAL_INTENTS } from './technical-intents.ts';

const SHAPES: Record<Facts['orientation'], string> = {
  landscape: 'wider than high',
  portrait: 'higher than wide',
  square: 'a square',
  none: 'none',
};

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** A track may be silent: all the time, or in the part of the video that a question names. */
function silencesIn(facts: Facts): readonly FactSentence[] {
  const [start, end] = facts.window;
  const { each = [], values } = SILENCES?.answer(facts) ?? {};
  const isPart = end - start < facts.duration;
  const isSilent = values?.spans?.some((span) => span.start <= start && (span.end ?? end) >= end);
  return isPart || isSilent ? each.slice(0, LISTED) : [];
}
const SILENCES = TECHNICAL_INTENTS.find(({ name }) => name === 'silences');

/** Length, size and rate of the picture, the title that it came with, and whether there is sound. */
export const FILE_INTENTS: readonly Intent[] = [
  {
    name: 'length',
    asks: /\bhow long is (the|this) (whole |entire )?(video|clip|file|recording|film|footage)\b(?! (stuck|frozen|still|paused|black|blank|dark|silent|muted|quiet))|\bhow long does (the|this) (video|clip|file|recording|film|footage) (last|run)\b|\b(duration|length|running time) of (the|this) (whole |entire )?(video|clip|file|recording|film|footage)\b|\bvideo (length|duration)\b|\b(video|clip|file|recording|film|footage) (longer|shorter) than\b|\bis it (longer|shorter) than \d|\bis (it|(the|this) (video|clip|film)) (more|less) than [\d.:]+ ?(s|sec|seconds?|m|min|minutes?)? long\b|^\W*(how long (is|does) (it|this)( (last|run|go on))?|what( i|'|\u2019)?s (its|the) (duration|length|running time)|how many (seconds|minutes)( long)? (is|does) (it|this|the video)( last| run)?( long)?)\W*$/,
    names: /^(video )?(duration|length|running time)( (in )?(seconds?|secs?|s))?$/,
    absent: '',
    answer: (facts) =>
      about(facts, `The video is ${shown(facts.duration)} long.`, {
        number: toMillisecond(facts.duration),
        total: toMillisecond(facts.duration),
      }),
  },
  {
    name: 'end of the video',
    asks: /\b(when|where|at (what|which) (second|time|moment|point)) (does|did|will|is) (the|this) (whole |entire )?(video|clip|file|recording|film|footage) (ends?|finish(es)?|stops?|over)\b(?! (being|moving|panning|zooming|showing))/,
    names:
      /^((video|clip|film|file) (ends?|end (second|time)|ends? at)|end of (the )?(video|clip|film|file))( (in )?(seconds?|secs?|s))?$/,
    absent: '',
    answer: (facts) => {
      const end = toMillisecond(facts.duration);
      const values = { number: end, seconds: [end], spans: [{ start: 0, end }] };
      const text = `The video ends at ${shown(end)}.`;
      // Of a stretch before it nobody saw the end.
      return facts.window[1] < facts.duration
        ? about(facts, text, values)
        : { sentences: [{ text, seconds: [end] }], values };
    },
  },
  {
    name: 'resolution',
    asks: /\bresolution\b|\bhow (wide|high|large) is the (video|picture)\b|\bpicture size\b|\b(2160|1440|1080|720|480|360)[pi]\b|\b[48]k\b|\bhow many pixels\b|\b(portrait|landscape|vertical|horizontal) (or|video|format|mode)\b/,
    names: /^resolution$/,
    absent: '',
    answer: (facts) =>
      facts.width > 0
        ? about(
            facts,
            `The picture is ${facts.width} x ${facts.height} pixels, ${SHAPES[facts.orientation]}.`,
            {
              text: `${facts.width}x${facts.height}`,
            },
          )
        : undefined,
  },
  {
    name: 'aspect ratio',
    asks: /\baspect ratio\b/,
    names: /^((picture|video) )?aspect ratio$/,
    absent: '',
    answer: (facts) => {
      const common = greatestCommonDivisor(facts.width, facts.height);
      if (common === 0) return undefined;
      const text = `${facts.width / common}:${facts.height / common}`;
      return about(facts, `The aspect ratio of the picture is ${text.replace(':', ' to ')}.`, {
        text,
      });
    },
  },
  ...(['width', 'height'] as const).map(
    (side): Intent => ({
      name: side,
      asks: new RegExp(String.raw`\b(picture|video|frame) ${side}\b`),
      names: new RegExp(`^((picture|video|frame) )?${side}( (in )?(pixels?|px))?$`),
      absent: '',
      answer: (facts) =>
        facts.width > 0
          ? about(facts, `The ${side} of the picture is ${facts[side]} pixels.`, {
              number: facts[side],
            })
          : undefined,
    }),
  ),
  {
    name: 'orientation',
    asks: /\borientation\b|\b(is|was) (it|this|(the|this) (video|clip|picture)) (in )?(an? )?(portrait|landscape|vertical|horizontal)\b/,
    names: /^((picture|video) )?orientation$/,
    absent: '',
    answer: (facts) =>
      facts.width > 0
        ? about(facts, `The picture is ${SHAPES[facts.orientation]}.`, { text: facts.orientation })
        : undefined,
  },
  {
    name: 'frame rate',
    asks: /\bframe ?rate\b|\bframes per second\b|\bfps\b/,
    names: /^(fps|frame rate)$/,
    absent: '',
    answer: (facts) =>
      facts.fps > 0
        ? about(facts, `The video has ${toMillisecond(facts.fps)} frames per second.`, {
            number: toMillisecond(facts.fps),
          })
        : undefined,
  },
  {
    name: 'title of the video',
    asks: /\b(title|name) of (the|this) (video|clip|file|film|recording)\b|\b(video|file)('s)? title\b|\b(video|clip|film|recording) (titled|called|named)\b/,
    names: /^(video|file) title$/,
    absent: 'The video came without a title.',
    answer: (facts) =>
      facts.title === null
        ? NONE
        : about(facts, `The title of the video is ${quoted(facts.title)}.`, { text: facts.title }),
  },
  {
    name: 'sound at all',
    asks: /\b(have|has|having|with|contain(s|ing)?|include(s|ing)?) (an? |any )?(audio|sound)( tracks?)?\b|\b(is|was) there (any |an? )?(audio|sound)( tracks?)?\b|\bhow many (audio|sound) tracks\b/,
    names: /^(has )?(audio|sound)( tracks?)?$/,
    absent: 'There is no audio track.',
    answer: (facts) => {
      const { audioTracks: count } = facts;
      const values = { truth: count > 0, count, number: count };
      if (count === 0) return { ...NONE, values: { ...NONE.values, ...values } };
      const told = about(facts, counted(count, 'audio track', 'audio tracks'), values);
      return told && { ...told, sentences: [...told.sentences, ...silencesIn(facts)] };
    },
  },
  {
    name: 'captions',
    asks: /\b(is|are|was|were) there (any )?(closed )?(captions?|subtitles?)\b|\b(have|has|having|contains?|includes?|comes?|with) (any |closed )*(captions|subtitles)\b|\b(captions?|subtitles?) (tracks?|files?)\b|\b(captioned|subtitled)\b/,
    names: /^has (captions|subtitles)$/,
    absent: 'The video came without captions.',
    answer: ({ transcript }) => {
      const [first] = transcript?.segments ?? [];
      if (!first || transcript?.source !== 'captions') return transcript ? NONE : undefined;
      return {
        sentences: [{ text: 'The video came with captions.', seconds: [first.start] }],
        values: { truth: true, first: first.start },
      };
    },
  },
];
