/** Where one question ends and the next begins. */
const NEXT_QUESTION =
  /[?;!]+|[.,]?\s+and\s+(?=(?:at what|what|when|where|how|who|which|why|does|do|did|is|are|was|were)\b)/i;

/** Where a sentence ends, but not "Mr. Smith"; told apart by its capitals. */
const NEXT_SENTENCE =
  /(?<=\p{Ll}{3}|\d ?s?|["\u201d\u00bb])(?<!\b(?:[Pp]rof|[Cc]apt|etc))\.\s+(?=\p{Lu})/gu;

/** Words that ask for nothing. */
const COURTESY =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?|many thanks|cheers|please|okay|ok)(?: there| everyone| very much| so much| a lot| in advance)*$/i;

/** Asks to be told of each of what was asked for; each is told. */
const ASKS_EACH =
  /^(?:please )?(?:list|name|give|show|tell)(?: (?:me|us))? (?:them|each|it|all)(?: (?:all|of them|one))?(?: please)?$/i;

/** Asks for the seconds, or the length, of what was asked before; every fact is told with its own. */
const ASKS_SECONDS =
  /^(?:(?:at )?(?:what|which) (?:times?|seconds?|moments?|points?)|when|where)(?: exactly| in the (?:video|clip|film))?(?: (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each)?(?: (?:happen|occur|come|appear|begin|start|disappear|vanish|end|stop|go|leave)(?: away)?)?)?$|^how long (?:do|does|did|is|are|was|were) (?:it|they|each|this|that|these|those)(?: each| (?:last|stay|remain|stand|be|shown|seen|visible|there|on(?: the)? screen))*$|^how$/i;

/** Of these, asked how many there are, only that is told. */
const COUNTED = /\bhow many\b.*\b(?:shots|scenes)\b/i;
const EACH_COUNTED = 'each shot';

/** What a part of a question depends on is told by the part before. */
const IF_SO = /^if (?:so|yes|any|not|there (?:is|are))\b(?: one| any)?,?\s*/i;

/** Whom a question speaks to: it asks for nothing. */
const ADDRESS = /\b(tell|show|give) (me|us)\b/i;
/** Marks that end a question may stand in words that it quotes. */
const QUOTED = /["\u201c\u201e\u00ab][^"\u201c\u201d\u00ab\u00bb]*["\u201c\u201d\u00bb]/gu;

/** The questions in a question, one at least. */
export function partsOf(question: string): string[] {
  const parts = question
    .replaceAll(QUOTED, (words) => words.replaceAll(/[?;!]|\.(?=\s)/g, ' '))
    .replaceAll(NEXT_SENTENCE, '; ')
    .split(NEXT_QUESTION)
    .map((part) => part.trim().replace(/\.+$/, ''))
    .filter((part) => /\p{L}/u.test(part) && !COURTESY.test(part))
    .flatMap((part, at, all) => (ASKS_EACH.test(part) ? eachOf(part, all[at - 1]) : [part]))
    .map((part) => part.replace(ADDRESS, ' ').trim().replace(IF_SO, ''))
    .filter((part) => /\p{L}/u.test(part))
    .flatMap((part, at, all) => (ASKS_SECONDS.test(part) ? eachOf(part, all[at - 1]) : [part]));
  return parts.length > 0 ? parts : [question];
}

/** What asks for each of what the part before asks for, where that is not told already. */
function eachOf(part: string, before: string | undefined): string[] {
  if (before === undefined) return [part];
  return COUNTED.test(before) ? [EACH_COUNTED] : [];
}
