/**
 * Who cuts a cake asks for no cut: verbs of what is measured, of which somebody is the subject. A
 * film is cut to, away, back or from something, and those who made it do that.
 */
const DEED = new RegExp(
  [
    String.raw`\b(?:who|he|she|they|(?:some|any|every|no)(?:one|body)|(?:the|a) (?:wo)?m[ae]n|(?:the|a) (?:boy|girl|person|child|chef|cook))`,
    '(?: (?:is|are|was|were|has|had|have|does|did|will|would|can|could))?',
    String.raw` (?:cut(?:s|ting)?|wip(?:es?|ed|ing)|fr(?:eez(?:es?|ing)|ozen?)|dissolv(?:es?|ed|ing)|fad(?:es?|ed|ing)|sh(?:ak(?:es?|ing)|ook))\b`,
    String.raw`(?! (?:to|away|back|from|in|out|up)\b)`,
  ].join(''),
  'gi',
);

/** A question without what somebody does in it. */
export const withoutDeeds = (question: string): string => question.replaceAll(DEED, ' ');
