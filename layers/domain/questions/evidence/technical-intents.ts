import { about, counted, type Intent, LISTED, lasting, shown, spansAnswer } from './intent.ts';

/** Shots, cuts, and stretches that are silent, frozen or black. */
export const TECHNICAL_INTENTS: readonly Intent[] = [
  {
    name: 'shots',
    asks: /\bhow many (different )?(shots|scenes)\b|\bnumber of (shots|scenes)\b/,
    names: /\b(shots?|scenes?) (count|number|total)\b|\b(number|count|num) (of )?(shots|scenes)\b/,
    absent: 'There is a single shot.',
    answer: (facts) => {
      const shots = facts.technical?.skipped === false ? facts.technical.pacing.segments : 0;
      // Of a moment, which has no length, none was measured; something is shown all the same.
      if (shots === 0) return undefined;
      return about(facts, counted(shots, 'shot', 'shots'), { count: shots, number: shots });
    },
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
];
