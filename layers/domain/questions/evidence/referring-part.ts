import { eventStretch } from './event-stretch.ts';
import type { Facts } from './facts.ts';
import type { Intent } from './intent.ts';
import { INTENTS } from './intents.ts';
import { namedStretch } from './named-stretch.ts';
import { ORDINALS } from './ordinals.ts';
import { capitalsOf, phraseOf } from './phrase.ts';
import { wordedStretch } from './worded-stretch.ts';
import { asksWhatIsSeen } from './writing.ts';

const WHICH = [...ORDINALS, 'last', 'final', 'longest', 'shortest'].join('|');
const OF_THEM = String.raw`(?:\s+ones?)?(?:\s+of\s+(?:them|these|those|all))?`;
/** "How long is the longest?", "when does the last one end?", "which of them is the first?" */
const ONE_OF_THEM = new RegExp(
  [
    `^(?:(?:at )?(?:what|which) (?:times?|seconds?|moments?)|when|where|how long|what|which${OF_THEM})`,
    String.raw`(?:\s*['\u2019]s|\s+(?:is|was|are|were|does|do|did))\s+the\s+(?:very\s+)?(?<which>${WHICH})${OF_THEM}`,
    String.raw`(?:\s+(?:begin|start|happen|occur|come|appear|last|end|stop))?$`,
  ].join(''),
  'i',
);
/** "How many are there?" */
const ALL_OF_THEM =
  /^how many(?:\s+of\s+(?:them|these|those))?(?:\s+(?:are|were)\s+there)?(?:\s+(?:in (?:total|all)|altogether|overall))?$/i;

/** "What is written there?", "and what is said then?": in the stretch that was named before. */
const IN_THAT_STRETCH =
  /(?<!\b(?:is|are|was|were|be|been|happens?|happened|comes?|came|follows?|followed) )\b(?:there|then)$|\b(?:in|during|within|throughout) (?:it|(?:that|this|the same) (?:half|third|quarter|part|stretch|time|period|section|span|interval|window))\b/i;

/** "When is EXIT shown?" names the stretch in which it stands for a part behind it. */
function whileShown(part: string, facts: Facts): string | undefined {
  const phrase = phraseOf(part);
  const named = phrase.length > 0 ? phrase : capitalsOf(part);
  const words = `while "${named.join(' ')}" is shown`;
  return named.length > 0 && asksWhatIsSeen(part) && wordedStretch(words, facts)
    ? words
    : undefined;
}

/** "When is the freeze?" names it, "When are the cuts?" each of them. */
function duringIt(part: string, facts: Facts): string | undefined {
  const intent = INTENTS.find(({ asks }) => asks.test(part.toLowerCase()));
  const { kind: [kind] = [], each = [] } = intent?.answer(facts) ?? {};
  if (kind === undefined || each.length === 0) return undefined;
  const words = `during the ${kind}`;
  return eventStretch(words, facts) ? words : `during each ${kind}`;
}

/** A part that refers to a stretch which an earlier one names, with the words for it. */
function namingStretches(parts: readonly string[], facts: Facts): string[] {
  let named: string | undefined;
  return parts.map((part) => {
    const own = (namedStretch(part, facts.window) ?? eventStretch(part, facts))?.words;
    if (own === undefined && named !== undefined && IN_THAT_STRETCH.test(part))
      return part.replace(IN_THAT_STRETCH, named);
    named = own ?? whileShown(part, facts) ?? duringIt(part, facts) ?? named;
    return part;
  });
}

/**
 * Parts of a question as they would be asked alone: "when is the first one?" asks for the first of
 * what the part before asks for. Where there is none of that, that is told already.
 */
export function completeParts(parts: readonly string[], facts: Facts): string[] {
  let subject: Intent | undefined;
  return namingStretches(parts, facts).flatMap((part): string[] => {
    const which = ONE_OF_THEM.exec(part)?.groups?.['which'];
    if (subject && (which !== undefined || ALL_OF_THEM.test(part))) {
      const kind = subject.answer(facts)?.kind;
      if (!kind) return [];
      const asked = which === undefined ? `how many ${kind[1]}` : `the ${which} ${kind[0]}`;
      return [subject.asks.test(asked) ? asked : part];
    }
    subject = INTENTS.find(({ asks }) => asks.test(part.toLowerCase()));
    return [part];
  });
}
