import { CAMERA_MOVES, type Signal } from '../../frames/signal.ts';
import { toMillisecond } from '../../timestamp.ts';
import { type FactAnswer, type Facts, firstKnown, lengthOf } from './facts.ts';

/** Something that can be asked of a video and is told by what was measured or heard. */
export interface Intent {
  readonly name: string;
  /** Words of a question that mean it; in lower case. */
  readonly asks: RegExp;
  /** Words of a schema's member that mean it, when nothing else does. */
  readonly names: RegExp;
  /** Undefined where it was not measured. */
  readonly answer: (facts: Facts) => FactAnswer | undefined;
  /** Said when it was measured and there is none. */
  readonly absent: string;
}

type Found = { readonly start: number; readonly end: number | null };

const NONE: FactAnswer = {
  sentences: [],
  values: { count: 0, truth: false, seconds: [], spans: [], total: 0 },
};

const shown = (seconds: number): string => `${toMillisecond(seconds)} s`;
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `There is 1 ${one}.` : `There are ${count} ${many}.`;

/** Tells of stretches: how many, then each with its length. */
function spansAnswer(
  found: readonly Found[],
  [one, many]: readonly [string, string],
  tell: (span: Found, at: number) => string,
): FactAnswer {
  if (found.length === 0) return NONE;
  const lengths = found.map(({ start, end }) => (end ?? start) - start);
  const starts = found.map(({ start }) => start);
  return {
    sentences: [
      { text: counted(found.length, one, many), seconds: starts.slice(0, LISTED) },
      ...found.slice(0, LISTED).map((span, at) => ({
        text: tell(span, at),
        seconds: span.end === null ? [span.start] : [span.start, span.end],
      })),
    ],
    values: {
      count: found.length,
      truth: true,
      first: starts[0] ?? 0,
      last: starts.at(-1) ?? 0,
      seconds: starts,
      spans: found.map(({ start, end }) => ({ start, end })),
      total: lengthOf(found),
      longest: toMillisecond(Math.max(...lengths)),
      shortest: toMillisecond(Math.min(...lengths)),
    },
  };
}

/** More of one kind are counted, and told in the measures of the frames call. */
const LISTED = 40;

const lasting = ({ start, end }: Found): string =>
  end === null ? 'until the end' : `for ${shown(end - start)}`;

const signalIntent = (
  name: string,
  pattern: RegExp,
  nouns: readonly [string, string],
  pick: (signal: Signal) => readonly Found[] | undefined,
  tell: (span: Found) => string,
): Intent => ({
  name,
  asks: pattern,
  names: pattern,
  absent: `Every frame was measured: no ${nouns[0]} was found.`,
  answer: ({ signal }) => {
    const found = signal ? pick(signal) : undefined;
    return found && spansAnswer(found, nouns, tell);
  },
});

const MOVES = {
  pan_left: 'pans to the left',
  pan_right: 'pans to the right',
  tilt_up: 'tilts up',
  tilt_down: 'tilts down',
  zoom_in: 'zooms in',
  zoom_out: 'zooms out',
  shake: 'shakes',
} as const;

const MOVE_WORDS: readonly (readonly [RegExp, readonly (keyof typeof MOVES)[]])[] = [
  [/\bpan(s|ned|ning)?\b.*\bleft\b|\bpan_left\b/, ['pan_left']],
  [/\bpan(s|ned|ning)?\b.*\bright\b|\bpan_right\b/, ['pan_right']],
  [/\bpan(s|ned|ning)?\b/, ['pan_left', 'pan_right']],
  [/\btilt(s|ed|ing)?\b.*\bup\b/, ['tilt_up']],
  [/\btilt(s|ed|ing)?\b.*\bdown\b/, ['tilt_down']],
  [/\btilt(s|ed|ing)?\b/, ['tilt_up', 'tilt_down']],
  [/\bzoom(s|ed|ing)?\b.*\bin\b/, ['zoom_in']],
  [/\bzoom(s|ed|ing)?\b.*\bout\b/, ['zoom_out']],
  [/\bzoom(s|ed|ing)?\b/, ['zoom_in', 'zoom_out']],
  [/\b(shak(e|es|y|ing)|handheld)\b/, ['shake']],
  [/\bcamera (moves?|movements?|motion|moving)\b|\bmove(s|ments?)? of the camera\b/, CAMERA_MOVES],
];

const moveIntents: readonly Intent[] = MOVE_WORDS.map(([pattern, kinds]) => ({
  name: `camera move ${kinds.join(' ')}`,
  asks: pattern,
  names: pattern,
  absent: `Every frame was measured: the camera ${kinds.map((kind) => MOVES[kind]).join(' or ')} nowhere.`,
  answer: ({ signal }) => {
    const found = signal?.camera_moves?.filter(({ kind }) => kinds.includes(kind));
    return (
      found &&
      spansAnswer(found, ['camera move of this kind', 'camera moves of this kind'], (span, at) => {
        const kind = found[at]?.kind;
        return `The camera ${kind ? MOVES[kind] : 'moves'} ${lasting(span)}.`;
      })
    );
  },
}));

const about = (
  facts: Facts,
  text: string,
  values: FactAnswer['values'],
): FactAnswer | undefined => {
  const second = firstKnown(facts);
  return second === undefined ? undefined : { sentences: [{ text, seconds: [second] }], values };
};

/** In the order in which they are tried: what is special comes before what is general. */
export const INTENTS: readonly Intent[] = [
  {
    name: 'shots',
    asks: /\bhow many (different )?(shots|scenes)\b|\bnumber of (shots|scenes)\b/,
    names: /\b(shots?|scenes?) (count|number|total)\b|\b(number|count|num) (of )?(shots|scenes)\b/,
    absent: 'There is a single shot.',
    answer: (facts) =>
      facts.technical && !facts.technical.skipped
        ? about(facts, counted(facts.technical.pacing.segments, 'shot', 'shots'), {
            count: facts.technical.pacing.segments,
            number: facts.technical.pacing.segments,
          })
        : undefined,
  },
  {
    name: 'pacing',
    asks: /\bpac(e|ing)\b|\bcuts (per|a) minute\b|\b(average|median|shortest|longest) (shot|segment|scene)\b/,
    names: /\bpacing\b|\bcuts per minute\b/,
    absent: 'There is a single shot.',
    answer: (facts) => {
      const pacing = facts.technical?.skipped === false ? facts.technical.pacing : undefined;
      if (!pacing) return undefined;
      const { cuts_per_minute: rate, median_segment_seconds: median } = pacing;
      const [shortest, longest] = [pacing.shortest_segment_seconds, pacing.longest_segment_seconds];
      const text = [
        `${counted(pacing.cuts, 'cut', 'cuts')}`,
        ...(rate === null ? [] : [`That is ${rate} a minute.`]),
        ...(median === null ? [] : [`A shot lasts ${shown(median)} in the median.`]),
        ...(shortest === null ? [] : [`The shortest lasts ${shown(shortest)}.`]),
        ...(longest === null ? [] : [`The longest lasts ${shown(longest)}.`]),
      ].join(' ');
      return about(facts, text, {
        count: pacing.cuts,
        ...(rate === null ? {} : { number: rate }),
        ...(shortest === null ? {} : { shortest }),
        ...(longest === null ? {} : { longest }),
      });
    },
  },
  {
    name: 'cuts',
    asks: /\b(hard )?cuts?\b|\bshots?\b.*\bchange|\bscene changes?\b|\bedits?\b|\bshots\b|\bscenes\b/,
    names: /\b(cuts?|scene changes?|edits?|shot changes?)\b/,
    absent: 'Every frame was measured: there is no cut.',
    answer: ({ technical }) => {
      if (!technical || technical.skipped) return undefined;
      const cuts = technical.scene_cuts.map((at) => ({ start: at, end: at }));
      const answer = spansAnswer(cuts, ['cut', 'cuts'], () => '');
      // The first sentence names them all.
      return {
        values: answer.values,
        sentences: answer.sentences.slice(0, 1).map(({ text }) => ({
          text,
          seconds: technical.scene_cuts.slice(0, 10 * LISTED),
        })),
      };
    },
  },
  {
    name: 'silences',
    asks: /\bsilen(t|ce|ces|tly)\b|\bno sound\b|\bwithout sound\b|\bquiet\b|\bmuted?\b/,
    names: /\b(silences?|silent|silence gaps?|quiet)\b/,
    absent: 'The sound was measured: it is below -50 dBFS for half a second nowhere.',
    answer: ({ technical }) =>
      technical && !technical.skipped
        ? spansAnswer(technical.silence_gaps, ['silence', 'silences'], (span) =>
            span.end === null ? 'It is silent until the end.' : `It is silent ${lasting(span)}.`,
          )
        : undefined,
  },
  {
    name: 'freezes',
    asks: /\bfree?z(e|es|ing)\b|\bfroze(n)?\b|\bstands? still\b|\bstuck\b|\bstill (picture|image|frame)s?\b/,
    names: /\b(freezes?|frozen|freeze frames?)\b/,
    absent: 'Every frame was measured: the picture stands still for a second nowhere.',
    answer: ({ technical }) =>
      technical && !technical.skipped
        ? spansAnswer(
            technical.freezes,
            ['freeze', 'freezes'],
            (span) => `The picture freezes ${lasting(span)}.`,
          )
        : undefined,
  },
  {
    name: 'blacks',
    asks: /\b(is|goes|went|turns?|fully|all)( it)? black\b(?! and white)|\b(screen|picture|image|frame)\b.*\bblack\b|\bblack (frames?|screens?|pictures?|moments?|stretch(es)?)\b|\bblacks\b/,
    names: /\b(blacks?|black (frames?|screens?|pictures?))\b/,
    absent: 'Every frame was measured: the picture is black nowhere.',
    answer: ({ technical }) =>
      technical && !technical.skipped
        ? spansAnswer(
            technical.blacks,
            ['black stretch', 'black stretches'],
            (span) => `The picture is black ${lasting(span)}.`,
          )
        : undefined,
  },
  signalIntent(
    'inserts',
    /\b(one|single)[- ]frame\b|\binserts?\b|\binserted\b|\bsubliminal\b/,
    ['insert of a frame or two', 'inserts of a frame or two'],
    ({ inserts }) => inserts.map(({ at }) => ({ start: at, end: at })),
    () => 'A foreign picture is shown for no more than a few frames.',
  ),
  signalIntent(
    'flashes',
    /\bflash(es|ing|ed)?\b|\bstrobes?\b/,
    ['flash', 'flashes'],
    ({ flashes }) => flashes,
    (span) => `A flash lights the picture ${lasting(span)}.`,
  ),
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
    (span) => `One shot wipes the other away ${lasting(span)}.`,
  ),
  signalIntent(
    'fades',
    /\bfad(e|es|ed|ing)\b/,
    ['fade', 'fades'],
    ({ fades }) => fades,
    (span) => `The picture fades ${lasting(span)}.`,
  ),
  signalIntent(
    'whips',
    /\bwhip(s|[- ]?pans?|[- ]?blurs?)?\b/,
    ['whip', 'whips'],
    ({ whip_blurs }) => whip_blurs,
    (span) => `The camera whips ${lasting(span)}.`,
  ),
  ...moveIntents,
  signalIntent(
    'overlays',
    /\b(titles?|overlays?|lower thirds?|logos?|watermarks?|graphics?|banners?|captions? on|super(s|imposed)?)\b/,
    ['overlay', 'overlays'],
    ({ overlays }) => overlays,
    (span) =>
      span.end === null
        ? 'Something, such as a title or a logo, is laid over the picture until the end.'
        : `Something, such as a title or a logo, is laid over the picture ${lasting(span)}.`,
  ),
  {
    name: 'length',
    asks: /\bhow long is (the|this) (video|clip|file|recording|film)\b|\b(duration|length|running time) of (the|this)\b|\bvideo (length|duration)\b/,
    names: /^(video )?(duration|length|running time)( (in )?seconds?)?$/,
    absent: '',
    answer: (facts) =>
      about(facts, `The video is ${shown(facts.duration)} long.`, {
        number: toMillisecond(facts.duration),
        total: toMillisecond(facts.duration),
      }),
  },
  {
    name: 'resolution',
    asks: /\bresolution\b|\bhow (wide|high|large) is the (video|picture)\b|\bpicture size\b/,
    names: /^resolution$/,
    absent: '',
    answer: (facts) =>
      facts.width > 0
        ? about(facts, `The picture is ${facts.width} x ${facts.height} pixels.`, {
            text: `${facts.width}x${facts.height}`,
          })
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
    name: 'speech at all',
    asks: /\b(is|was) there (any )?(speech|speaking|talking|voices?|words|dialogue|narration)\b|\b(does|do|did) (any(body|one)|some(body|one)|people|they) (speak|talk|say anything)\b/,
    names: /^(is speech|has speech|has dialogue|speech|spoken)$/,
    absent: 'The sound was listened to: nobody speaks.',
    answer: ({ transcript }) => {
      if (!transcript) return undefined;
      const [first] = transcript.segments;
      if (!transcript.speech.is_speech || !first) return NONE;
      return {
        sentences: [{ text: 'Somebody speaks.', seconds: [first.start] }],
        values: { truth: true, first: first.start },
      };
    },
  },
];
