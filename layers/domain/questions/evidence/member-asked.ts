import { eventStretch, unknownStretch } from './event-stretch.ts';
import type { Facts } from './facts.ts';
import { factsWithin, namedStretch } from './named-stretch.ts';
import { ORDINALS } from './ordinals.ts';
import { inPlainWords } from './plain-wording.ts';
import { oneByOne } from './several-stretches.ts';

/** What a member of a schema asks for. */
export interface Asked {
  /** Its name as words, and these with its description, in lower case. */
  readonly name: string;
  readonly words: string;
  /** What is known of the stretch that it names, or of all that was read. */
  readonly facts: Facts;
  /** Asks whether something is not there. */
  readonly isNegated: boolean;
}

const NO = String.raw`(?:no|never|without)\b\s*`;
/** "has_no_cuts", "never_freezes". */
const NEGATED_NAME = new RegExp(`^(?:(?:has|have|is|are|with) )?${NO}`);
const NEGATED_QUESTION = new RegExp(
  String.raw`^(?<before>(?:whether |true (?:if|when) )?(?:(?:is|are|was|were) there|there (?:is|are)|(?:does|do|did|is|has) (?:(?:it|(?:the|this) \w+) )?|(?:it|(?:the|this) \w+)) ?)${NO}`,
  'i',
);

/** "the second of the cut", which is no second cut. */
const A_SECOND = /\bsecond (?=(?:of|at|when|where|in|that|which|from|it|is|the|an?)\b)/gi;
const UNNAMED_ORDINAL = new RegExp(
  String.raw`(?<!\b(?:the|its|an?) )\b(?=(?:${ORDINALS.join('|')}|last) \p{L})`,
  'giu',
);
/** "second freeze" is called "the second freeze", as questions call it. */
const withArticles = (words: string): string =>
  words.replaceAll(A_SECOND, 'time ').replaceAll(UNNAMED_ORDINAL, 'the ');

const OF_A_STRETCH = /\b(?:after|before|until|since|during)\b/i;

/** What a member asks for; undefined where it asks for a stretch that nothing tells. */
export function memberAsked(name: string, description: string, all: Facts): Asked | undefined {
  const plain = inPlainWords(description);
  const isNegated = NEGATED_NAME.test(name) || NEGATED_QUESTION.test(plain);
  const own = name.replace(NEGATED_NAME, '');
  const asked = plain.replace(NEGATED_QUESTION, '$<before> ');
  const told = (rest: string, more: string, facts: Facts): Asked => ({
    name: rest.trim(),
    words: withArticles(`${rest} ${more.toLowerCase()}`.replaceAll(/\s+/g, ' ').trim()),
    facts,
    isNegated,
  });
  if (oneByOne(asked, all).length > 0) return undefined;
  const inName = namedStretch(own, all.window);
  const named = inName ?? namedStretch(asked, all.window) ?? eventStretch(asked, all);
  // "seconds until the first cut" asks for that cut.
  if (named?.between) return told(own, asked, all);
  if (named?.stretch === null) return undefined;
  if (named) {
    const facts = factsWithin(all, named.stretch);
    return inName ? told(inName.rest, asked, facts) : told(own, named.rest, facts);
  }
  // "null when there is none" names no stretch.
  const isUntold = OF_A_STRETCH.test(own) || OF_A_STRETCH.test(unknownStretch(asked) ?? '');
  return isUntold ? undefined : told(own, asked, all);
}
