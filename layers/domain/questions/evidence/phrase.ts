/** Words that a question puts between quotation marks. */
const PHRASE =
  /["\u201c\u201e\u00ab](?<phrase>[^"\u201c\u201d\u00ab\u00bb]+)["\u201c\u201d\u00bb]|(?<![\p{L}\p{N}])['\u2018](?<single>[^'\u2018\u2019]+)['\u2019](?![\p{L}\p{N}])/u;

/** Words as they compare: without case, marks and what stands between them. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2019']/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words that a question quotes; none where it quotes nothing. */
export function phraseOf(question: string): string[] {
  const { phrase, single = '' } = PHRASE.exec(question)?.groups ?? {};
  return wordsOf(phrase ?? single);
}

/** Words in capitals, as titles often are. */
export const CAPITALS = /(?<![\p{L}\d])\p{Lu}{3,}(?:[ -](?:\p{Lu}{2,}|\d+))*(?![\p{L}\d])/u;

/** What a question that is not all capitals writes in them: it names what is written so. */
export const capitalsOf = (question: string): string[] =>
  /\p{Ll}/u.test(question) ? wordsOf(CAPITALS.exec(question)?.[0] ?? '') : [];

/** A question without the words that it names as they are written: they ask for nothing. */
export const withoutNamedWords = (question: string): string =>
  (/\p{Ll}/u.test(question) ? question.replace(CAPITALS, ' ') : question).replace(PHRASE, ' ');

/** Whether words stand in a text one behind the other. */
export const holdsPhrase = (text: readonly string[], phrase: readonly string[]): boolean =>
  phrase.length > 0 && ` ${text.join(' ')} `.includes(` ${phrase.join(' ')} `);
