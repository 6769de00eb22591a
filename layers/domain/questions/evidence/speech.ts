import type { Missing } from '../settle-answer.ts';
import { withoutCitations } from '../times-in-text.ts';
import type { FactAnswer, Facts, Rank } from './facts.ts';

/** Words of a question that ask for what is said. */
const ASKS_SPEECH =
  /\b(said|says?|saying|speaks?|spoken|spoke|talk(s|ed|ing)?|mention(s|ed|ing)?|speech|transcript|quote[sd]?|words?|hear[ds]?|lyrics|dialogue|narrat(or|ion|es?)|tell[s]?|told|explain(s|ed)?|discuss(es|ed)?|call(s|ed)?|voice|sentences?|conversation)\b/i;
/** Words that ask; what is left of a question is what it is about. */
const ASKING =
  /\b(what|when|where|which|who|whom|whose|why|how|is|are|was|were|be|been|do|does|did|the|a|an|of|in|on|at|to|and|or|any|anybody|anyone|somebody|someone|there|this|that|these|those|it|he|she|they|them|his|her|their|video|clip|film|recording|second|seconds|time|times|moment|exact|exactly|first|last|say|says|said|saying|speak|speaks|spoken|talk|talks|talked|talking|mention|mentions|mentioned|about|speaker|word|words|hear|heard|tell|tells|told|quote|give|list|find|please|all|every|everything|transcript|speech|spoke|people|person|narrator|does|during|with|for|from|by|as)\b/gi;

const MOST_SEGMENTS = 40;
const MOST_FOUND = 6;

/** Only code writes citations. */
const quoted = (text: string): string => `"${withoutCitations(text)}"`;

/** A quotation that ends its sentence itself needs no stop after it. */
const saying = (text: string): string =>
  `It is said: ${quoted(text)}${/[.!?\u2026]$/.test(text.trim()) ? '' : '.'}`;

/** What is said, in order, as far as it fits. */
export const spokenText = ({ transcript }: Facts): FactAnswer['sentences'] =>
  transcript?.speech.is_speech
    ? transcript.segments
        .slice(0, MOST_SEGMENTS)
        .map(({ start, text }) => ({ text: saying(text), seconds: [start] }))
    : [];

/** What is said about what a question names; undefined when it does not ask for words. */
export function saidAbout(
  question: string,
  facts: Facts,
  rank: Rank,
): { sentences: FactAnswer['sentences']; missing: Missing[] } | undefined {
  if (!ASKS_SPEECH.test(question)) return undefined;
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
  const subject = question
    .replaceAll(ASKING, ' ')
    .replaceAll(/[^\p{L}\p{N}' -]/gu, ' ')
    .trim();
  if (subject === '') return { sentences: spokenText(facts), missing: [] };
  const { segments } = transcript;
  const found = rank(
    subject,
    segments.map(({ text }) => text),
    MOST_FOUND,
  );
  return found.length === 0
    ? {
        sentences: [],
        missing: [
          {
            field: 'speech',
            reason: `In what was heard, nothing is said about ${quoted(subject.replaceAll(/\s+/g, ' '))}.`,
          },
        ],
      }
    : {
        sentences: found
          .sort((a, b) => a - b)
          .flatMap((at) => segments[at] ?? [])
          .map(({ start, text }) => ({ text: saying(text), seconds: [start] })),
        missing: [],
      };
}
