import type { Facts } from './facts.ts';
import { INTENTS } from './intents.ts';
import { secondsOf, TIME } from './named-stretch.ts';
import { ORDINALS } from './ordinals.ts';

const KIND = '(?<kind>[a-z]+(?: [a-z]+)?)';
const WHICH = '(?:which|what)';
const NEAREST = `(?:the )?(?:nearest|closest) (?:to )?${TIME}`;
/** Ways to pick one of several by a second, which is the last that each names. */
const FORMS: readonly RegExp[] = [
  // "Which shot is at 11 s?", "in which shot are we at 0:11?"
  new RegExp(
    String.raw`\b(?:in )?${WHICH} (?<kind>shot|scene)(?: number)? (?:is|are|am|was|plays|runs)` +
      `(?: (?:it|this|that|i|we|in|shown|playing|visible|seen|there|on(?: the)? screen))* at ${TIME}`,
    'i',
  ),
  // "the cut nearest to 10 s", "the closest cut to 10 s", "which cut is closest to 10 s?"
  new RegExp(String.raw`\bthe (?:nearest|closest) ${KIND} to ${TIME}`, 'i'),
  new RegExp(String.raw`\bthe ${KIND} (?:(?:that|which) is )?${NEAREST}`, 'i'),
  new RegExp(String.raw`\b${WHICH} ${KIND} (?:is|was|comes|lies) ${NEAREST}`, 'i'),
];

/** A question with what it picks by a second picked by its place instead: "the second cut". */
export function pickedBySecond(question: string, facts: Facts): string {
  for (const form of FORMS) {
    const found = form.exec(question);
    if (!found) continue;
    const [number, unit] = found.slice(-2);
    const second = secondsOf(number, unit);
    const kind = found.groups?.['kind']?.toLowerCase() ?? '';
    const intent = INTENTS.find(({ names, nouns = names }) => nouns.test(kind));
    if (second === undefined || !intent) continue;
    const [from, to] = facts.window;
    if (second < from || second > to) return question;
    const spans = intent.answer(facts)?.values.spans ?? [];
    const away = spans.map(({ start, end }) => Math.max(start - second, second - (end ?? to), 0));
    // Where one ends another begins: that one is shown.
    const at = away.lastIndexOf(Math.min(...away));
    // What the count says of it says why there is none to pick.
    if (at < 0) return `How many ${kind}${kind.endsWith('sh') ? 'es' : 's'} are there?`;
    const which = `the ${ORDINALS[at] ?? `${at + 1}th`} ${kind}`;
    const isAsked = /^(?:in|which|what)\b/i.test(found[0]);
    return question.replace(found[0], isAsked ? `what is ${which}` : which);
  }
  return question;
}
