import { type Intent, NONE } from './intent.ts';

/** Whether somebody speaks, and in which language. */
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
