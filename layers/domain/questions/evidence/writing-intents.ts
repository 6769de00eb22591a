import type { FactValues } from './facts.ts';
import { type FoundSpan, type Intent, lasting, spansAnswer } from './intent.ts';
import { quoted } from './quoted.ts';
import { NOT_READ } from './writing.ts';

/** Something of a form of its own, wherever in a line it is written. */
interface WrittenKind {
  readonly kind: readonly [one: string, many: string];
  readonly asks: RegExp;
  /** Whole names of members of a schema. */
  readonly names: RegExp;
  readonly form: RegExp;
}

const KINDS: readonly WrittenKind[] = [
  {
    kind: ['web address', 'web addresses'],
    asks: /\b(urls?|web ?(sites?|addresses|address|pages?)|domain names?)\b/,
    names: /^(urls?|web ?sites?|web ?address(es)?|domains?( names?)?)$/,
    form: /\b(?:https?:\/\/|www\.)[^\s"<>]+[^\s"<>.,;:!?)]|(?<![@\w.])(?:[a-z\d-]{2,}\.)+(?:com|org|net|edu|gov|info|io|dev|app|tv|eu|de|uk|fr|es|it|nl|ch|at|jp|cn|in|br|ca|au)(?:\/[^\s"<>]*[^\s"<>.,;:!?)])?(?![\w@])/giu,
  },
  {
    kind: ['e-mail address', 'e-mail addresses'],
    asks: /\be-?mail address(es)?\b|\be-?mails? (is|are) (shown|written|given|displayed)\b/,
    names: /^e ?mails?( address(es)?)?$/,
    form: /[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}/giu,
  },
  {
    kind: ['phone number', 'phone numbers'],
    asks: /\b(tele)?phone numbers?\b|\bnumber to call\b/,
    names: /^(tele)?phone numbers?$/,
    form: /(?<![\w.,$€£¥/-])(?!\d{4}-\d{2}-\d{2})\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\w/])/giu,
  },
  {
    kind: ['price', 'prices'],
    asks: /\bprices?\b|\bhow much (does|do) (it|this|that|they|the [\p{L} ]+) cost\b/u,
    names: /^prices?$/,
    form: /[$€£¥] ?\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)* ?(?:[€£¥]|(?:USD|EUR|GBP|dollars?|euros?)\b)/giu,
  },
  {
    kind: ['hashtag', 'hashtags'],
    asks: /\bhash ?tags?\b/,
    names: /^hash ?tags?$/,
    form: /(?<![\p{L}\d#])#[\p{L}\d_]*\p{L}[\p{L}\d_]*/giu,
  },
];

type Line = FoundSpan & { readonly text?: string | undefined };

/** What is written and has a form by which it is known: addresses, numbers to call, prices. */
export const WRITING_INTENTS: readonly Intent[] = KINDS.map(({ kind, asks, names, form }) => ({
  name: kind[1],
  asks,
  names,
  absent: `In the writing that was read on the screen there is no ${kind[0]}.`,
  unknown: NOT_READ,
  answer: ({ writing }) => {
    const found = writing?.flatMap((line) =>
      (line.text.match(form) ?? []).map((part) => ({ part, line })),
    );
    if (!found) return undefined;
    const told = spansAnswer<Line>(
      found.map(({ line }) => line),
      kind,
      (line) => `It is written ${lasting(line)}: ${quoted(line.text ?? '')}.`,
    );
    const texts = [...new Set(found.map(({ part }) => part))];
    return { ...told, values: Object.assign({}, told.values, { texts }, onlyOf(texts)) };
  },
}));

/** A member that holds one text, or one number, is filled where there is no other. */
function onlyOf([text, other]: readonly string[]): FactValues {
  if (text === undefined || other !== undefined) return {};
  const [number] = text.match(/(?<![\d.,])\d+(?:\.\d+)?(?![\d.,])/) ?? [];
  return number === undefined ? { text } : { text, number: Number(number) };
}
