/** Where one question ends and the next begins. */
const NEXT_QUESTION =
  /[?;!]+|[.,]?\s+and\s+(?=(?:at what|what|when|where|how|who|which|why|does|do|did|is|are|was|were)\b)/i;

/** Asks for the seconds, or the length, of what was asked before; every fact is told with its own. */
const ASKS_SECONDS =
  /^(?:(?:at )?(?:what|which) (?:times?|seconds?|moments?|points?)|when|where)(?: exactly| in the (?:video|clip|film))?(?: (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each)?(?: (?:happen|occur|come|appear|begin|start|disappear|vanish|end|stop|go|leave)(?: away)?)?)?$|^how long (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each| (?:last|stay|remain|stand|be|shown|seen|visible|there|on(?: the)? screen))*$|^how$/i;

/** What a part of a question depends on is told by the part before. */
const IF_SO = /^if (?:so|yes|any|not|there (?:is|are))\b(?: one| any)?,?\s*/i;

/** Whom a question speaks to: it asks for nothing. */
const ADDRESS = /\b(tell|show|give) (me|us)\b/i;
/** Marks that end a question may stand in words that it quotes. */
const QUOTED = /["\u201c\u201e\u00ab][^"\u201c\u201d\u00ab\u00bb]*["\u201c\u201d\u00bb]/gu;

/** The questions in a question, one at least. */
export function partsOf(question: string): string[] {
  const parts = question
    .replaceAll(QUOTED, (words) => words.replaceAll(/[?;!]/g, ' '))
    .split(NEXT_QUESTION)
    .map((part) => part.replace(ADDRESS, ' ').trim().replace(IF_SO, ''))
    .filter((part) => /\p{L}/u.test(part))
    .filter((part, at) => at === 0 || !ASKS_SECONDS.test(part));
  return parts.length > 0 ? parts : [question];
}
