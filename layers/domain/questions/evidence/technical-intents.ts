import { toMillisecond } from '../../timestamp.ts';
import {
  about,
  counted,
  type Intent,
  LISTED,
  lasting,
  SOUNDLESS,
  shown,
  spansAnswer,
} from './intent.ts';
import { ORDINALS } from './ordinals.ts';

const WHICH_SHOT = `each|every|${ORDINALS.join('|')}|\\d+(st|nd|rd|th)|last|final|penultimate|longest|shortest`;
const SO_MANY = 'one|two|three|four|five|six|seven|eight|nine|ten|\\d+';
const ASKS_SHOTS = new RegExp(
  [
    String.raw`\b(how many (different )?|number of )(shots|scenes)\b`,
    String.raw`\b(${WHICH_SHOT}) (shot|scene)\b(?! (change|boundar|transition))`,
    String.raw`\b((${SO_MANY}) (longest|shortest)|(first|last|final|longest|shortest) (${SO_MANY})) (shots|scenes)\b(?! (change|boundar|transition))`,
    String.raw`\blast but (${SO_MANY}) (shot|scene)\b`,
    String.raw`\bwhich (shot|scene) (is|was|lasts) (the )?(\w+[ -])?(longest|shortest)\b`,
    String.raw`\b(shot|scene) (number |no\. ?|#)?\d+\b`,
    String.raw`\b(shots?|scenes?|takes?)\b.*\b(longer|shorter|more|less|over|under|at (least|most))\b.*\d`,
    String.raw`\b(single|one|continuous|unbroken|uninterrupted|uncut) (long )?(take|shot)\b`,
  ].join('|'),
);

/** Shots, cuts, and stretches that are silent, frozen or black. */
export const TECHNICAL_INTENTS: readonly Intent[] = [
  {
    name: 'silences',
    asks: /\bsilen(t|ce|ces|tly)\b|\bno sound\b|\bwithout sound\b|\bquiet\b|\bmuted?\b|\b(sound|audio)\b.*\b(cuts? out|drops?|missing|gone|lost|stops?|disappears?|ends?|comes? back|returns?|resumes?)\b/,
    names: /\b(silences?|silent|silence gaps?|quiet)\b/,
    absent: 'The sound was measured: it is below -50 dBFS for half a second nowhere.',
    answer: ({ technical, audioTracks }) => {
      if (audioTracks === 0) return SOUNDLESS;
      if (!technical || technical.skipped) return undefined;
      return spansAnswer(technical.silence_gaps, ['silence', 'silences'], (span) =>
        span.end === null ? 'It is silent until the end.' : `It is silent ${lasting(span)}.`,
      );
    },
  },
  {
    name: 'shots',
    asks: ASKS_SHOTS,
    names:
      /\b(shots?|scenes?) (count|number|total)\b|\b(number|count|num) (of )?(shots|scenes)\b|\b(longest|shortest) (shot|scene)\b|^(shots|scenes)$|^(shot|scene) (list|spans)$/,
    nouns: /^(shots?|scenes?)\b(?! (change|boundar|transition))/,
    absent: 'There is a single shot.',
    answer: (facts) => {
      const { technical, window } = facts;
      const count = technical?.skipped === false ? technical.pacing.segments : 0;
      // Of a moment, which has no length, none was measured; something is shown all the same.
      if (!technical || count === 0) return undefined;
      const edges = [window[0], ...technical.scene_cuts, window[1]];
      const shots = edges.slice(1).map((end, at) => ({ start: edges[at] ?? end, end }));
      const told = spansAnswer(
        shots,
        ['shot', 'shots'],
        (shot, at) => `Shot ${at + 1} lasts ${shown(shot.end - shot.start)}.`,
      );
      const whole = about(facts, counted(count, 'shot', 'shots'), { number: count });
      return whole && { ...told, ...whole, values: { ...told.values, ...whole.values } };
    },
  },
  {
    name: 'average shot',
    asks: /\b(average|mean) (length of (an?|the) )?(shot|segment|scene)s?\b|\b(shot|segment|scene)s?\b.*\bon average\b|\bon average\b.*\b(shot|segment|scene)s?\b/,
    names: /\b(average|mean) (shot|segment|scene)( (length|duration|seconds?))*\b/,
    absent: 'There is a single shot.',
    answer: (facts) => {
      const { technical, window } = facts;
      const count = technical?.skipped === false ? technical.pacing.segments : 0;
      if (count === 0) return undefined;
      const mean = toMillisecond((window[1] - window[0]) / count);
      const text = `${counted(count, 'shot', 'shots')} On average one lasts ${shown(mean)}.`;
      return about(facts, text, { number: mean, total: mean });
    },
  },
  {
    name: 'pacing',
    asks: /\bpac(e|ing)\b|\bhow (fast|quick(ly)?|slow(ly)?|often) .*\b(edit(ed)?|cuts?)\b|\bcuts (per|a) minute\b|\b(median|typical) (length of an? )?(shot|segment|scene)\b/,
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
    asks: /\bcuts?\b|\bshots?\b.*\bchang|\bscene chang|\bedits?\b|\bshots\b|\bscenes\b/,
    names: /\b(cuts?|scene changes?|edits?|shot changes?)\b/,
    absent: 'Every frame was measured: there is no cut.',
    answer: ({ technical }) => {
      if (!technical || technical.skipped) return undefined;
      const cuts = technical.scene_cuts.map((at) => ({ start: at, end: at }));
      const answer = spansAnswer(cuts, ['cut', 'cuts'], () => 'The picture cuts to another shot.');
      // The first sentence names them all.
      return {
        ...answer,
        sentences: answer.sentences.slice(0, 1).map(({ text }) => ({
          text,
          seconds: technical.scene_cuts.slice(0, 10 * LISTED),
        })),
      };
    },
  },
  {
    name: 'freezes',
    asks: /\bfree?z(e|es|ing)\b|\bfroze(n)?\b|\bstands? still\b|\bstuck\b|\bstill (picture|image|frame)s?\b|\b(picture|image|video|frame|screen|footage)\b.*\b(paus(es?|ed)|stall(s|ed)?|hangs?|stops? moving)\b/,
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
    asks: /\b(is|go(es)?|went|turns?|fully|all)( it)? (black|blank)\b(?! and white)|\b(screen|picture|image|frame)\b.*\bblack\b|\b(black|blank) (frames?|screens?|pictures?|moments?|parts?|sections?|stretch(es)?)\b|\bblacks\b|\bblack (?:duration|time|length|seconds)\b|\b(an?|any|no|the|first|second|third|\d+(st|nd|rd|th)|last) black(?=\W*$| (at|in|on|before|after|between|during|longer|shorter|or|and|come|begin|start|end|last|is)\b)(?! and white)|\b(length|amount|seconds|duration) of (the )?black(ness)?\b|\b(screen|picture|image|frame|video)\b.*\b(is|go(es)?|went|turns?|gets?|completely|fully) dark\b/,
    names: /^(?!.*\bfad(e|es|ed|ing)\b).*\b(blacks?|(black|blank) (frames?|screens?|pictures?))\b/,
    absent: 'Every frame was measured: the picture is black for a tenth of a second nowhere.',
    answer: ({ technical }) =>
      technical && !technical.skipped
        ? spansAnswer(
            technical.blacks,
            ['black stretch', 'black stretches'],
            (span) => `The picture is black ${lasting(span)}.`,
          )
        : undefined,
  },
];
