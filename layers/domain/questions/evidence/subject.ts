/** Words that ask; what is left of a question is what it is about. */
const ASKING =
  /\b(what|when|where|which|who|whom|whose|why|how|is|are|was|were|be|been|do|does|did|the|a|an|of|in|on|at|to|and|or|any|anything|something|anybody|anyone|somebody|someone|there|then|this|that|these|those|it|he|she|they|them|his|her|their|video|clip|film|recording|being|second|seconds|time|times|moment|exact|exactly|first|last|say|says|said|saying|speak|speaks|speaking|spoken|talk|talks|talked|talking|mention|mentions|mentioned|about|speaker|word|words|hear|heard|tell|tells|told|quote|give|list|find|please|all|every|everything|transcript|speech|spoke|people|person|narrator|does|during|with|for|from|by|as|me|can|could|would|will|you|i|we|us|show|write|full|whole|entire|complete|many|much|transcribe|transcription)\b/gi;

/** The words of a question that tell what it is about; empty where it asks for all there is. */
export const subjectOf = (question: string): string =>
  question
    .replaceAll(ASKING, ' ')
    .replaceAll(/[^\p{L}\p{N}' -]/gu, ' ')
    .trim();
