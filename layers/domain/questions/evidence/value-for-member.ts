import { toMillisecond } from '../../timestamp.ts';
import {
  branchesOf,
  type CallerSchema,
  isObject,
  propertiesOf,
  resolved,
} from '../schema-shape.ts';
import type { FactValues } from './facts.ts';

/** The name of a member as words. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();

const LASTING =
  /\b(duration|length|seconds of|how long)\b|\bseconds (?:frozen|silent|black|blank|dark|muted|still)\b/;
/** What something says, where there is one of its kind. */
const WORDS = /\b(text|words|wording|caption|content|says|reads)\b/;
const ENDING = /\b(ends?|ended|until|stops?|disappears?)\b|\bto$/;

const isMoment = ({ start, end }: Span): boolean => start === end;

/** Whether a total counts things: moments, which have no length, or what is called by its plural. */
const isOfSeveral = (words: string, { spans = [] }: FactValues): boolean =>
  spans.every(isMoment) || (/s$/.test(words) && !/seconds$/.test(words));

/** The value of the kind that a member has room for; undefined where the facts have none of that kind. */
export function valueFor(
  leaf: unknown,
  root: CallerSchema,
  words: string,
  values: FactValues,
  place?: number,
): unknown {
  const types = typesOf(root, leaf);
  if (types.has('array')) return listFor(isObject(leaf) ? leaf['items'] : undefined, root, values);
  if (types.has('boolean')) return truthFor(words, values);
  if (types.has('number')) {
    if (NUMBER_OF_FRAME.test(words)) return undefined;
    if (place !== undefined) return numberOf(values.spans?.[place], words);
    if (values.spans && !isNone(values) && COUNTS_FRAMES.test(words)) return undefined;
    if (values.spans && !isNone(values) && OTHER_NUMBER.test(words)) return undefined;
    if (values.spans && MEDIAN.test(words)) return undefined;
    if (values.spans && MEAN.test(words)) return meanOf(values);
    if (values.spans && SHARE.test(words)) return undefined;
    const extreme = EXTREME.exec(words)?.[0];
    if (extreme && values.spans && OF_EXTREME.test(words)) return undefined;
    if (extreme) return /^(longest|max)/.test(extreme) ? values.longest : values.shortest;
    if (LASTING.test(words)) return values.total;
    if (/\b(total|sum)\b/.test(words) && !isOfSeveral(words, values)) return values.total;
    if (/\blast\b/.test(words)) return values.last;
    if (ENDING.test(words)) return values.spans?.[0]?.end ?? undefined;
    if (
      /\b(first|start|starts|at|when|second|begins?|appears?|timestamp|time of)\b|\bfrom$/.test(
        words,
      )
    )
      return values.first;
    // When it is, or for how long?
    if (/\btime\b/.test(words) && values.spans && !isNone(values))
      return values.spans.every(isMoment) ? values.first : undefined;
    if (/\b(count|counts|number|how many|num|total|n)\b/.test(words)) return values.count;
    // All of them, or those at which they begin?
    if (/\b(seconds|secs)$/.test(words) && values.spans && !isNone(values)) return undefined;
    // How often a text is there is no value of it.
    return values.number ?? (values.texts ? undefined : values.count);
  }
  if (!types.has('string')) return undefined;
  const { text, texts, spans: [one, other] = [] } = values;
  if (texts && texts.length > 1 && /\b(first|last)\b/.test(words)) return undefined;
  return text ?? (WORDS.test(words) && !other ? one?.text : undefined);
}

/** Frames of things are not counted, but for a freeze frame, which is one thing. */
const COUNTS_FRAMES =
  /(?<!\bfreeze )\b(?:frames? (?:count|total)|(?:count|number|num|how many)\b.*\bframes|frames$)/;
const NUMBER_OF_FRAME = /\bframe (?:number|no|index)\b|(?<!\bfreeze )\bframe$/;
/** Numbers that things have, and that are neither a count nor a time. */
const OTHER_NUMBER =
  /\b(?:per|rate|frequency|ratio|interval|threshold|confidence|score|speed|position|fastest|slowest|every (?:n|\d+|few))\b/;
const MEAN = /\b(?:average|mean|avg)\b/;
const MEDIAN = /\b(?:median|typical)\b/;
const SHARE = /\b(?:percent(?:age)?|share|proportion|fraction|ratio)\b/;
const EXTREME = /\b(?:longest|max|maximum|shortest|min|minimum)\b/;
/** Asks which one of all that is. */
const ITS_PLACE = /\b(?:index|number|position|which)\b/;
/** Asks which one, or when, that is. */
const OF_EXTREME = /\b(?:starts?|begins?|ends?|when|which|at|from|index|number|position)\b/;
const isNone = ({ count }: FactValues): boolean => count === 0;

const meanOf = ({ total, count = 0 }: FactValues): number | undefined =>
  total === undefined || total === 0 || count === 0 ? undefined : toMillisecond(total / count);

/** "has_multiple_cuts" */
const SEVERAL = /\b(?:multiple|several|more than one|two or more|at least two)\b/;
/** A number that is asked for is not compared, but for one that means any. */
const COMPARED =
  /\b(?:at least(?! one\b)|at most|more than|fewer|less than|exactly|precisely|only|single(?![- ]frame)|many)\b/;

/** "Are all of them long?", "is there more silence than speech?" */
const BESIDES = /\b(?:(?<!\bat )all|every|each|always|throughout|not|than)\b/;

function truthFor(words: string, values: FactValues): boolean | undefined {
  const { truth, count } = values;
  if (truth && BESIDES.test(words)) return undefined;
  if (SEVERAL.test(words)) return count === undefined ? undefined : count > 1;
  if (COMPARED.test(words)) return undefined;
  return truth;
}

/** When one of them begins or ends, or how long it lasts; undefined where it is not there. */
function numberOf(span: Span | undefined, words: string): number | undefined {
  if (!span) return undefined;
  const { start, end } = span;
  if (EXTREME.test(words) && ITS_PLACE.test(words)) return undefined;
  // "second_longest_freeze" is as long as "longest_freeze" is: a length.
  const isLength = LASTING.test(words) || (EXTREME.test(words) && !OF_EXTREME.test(words));
  if (isLength) return end === null ? undefined : toMillisecond(end - start);
  return ENDING.test(words) ? (end ?? undefined) : start;
}

type Span = NonNullable<FactValues['spans']>[number];

/** What items of a list may call a part of a span. */
const MEMBERS: readonly (readonly [RegExp, (span: Span) => number | string | null | undefined])[] =
  [
    [/^(start|from|begin|at|second|time|timestamp)( (time|at|seconds?|s))?$/, ({ start }) => start],
    [/^(end|to|until)( (time|at|seconds?|s))?$/, ({ end }) => end],
    [
      /^(duration|length)( (seconds?|s))?$/,
      ({ start, end }) => (end === null ? null : toMillisecond(end - start)),
    ],
    [/^(text|line|caption|words|content|description|what|event)$/, ({ text }) => text],
    [/^(kind|type|direction)$/, ({ kind }) => kind],
  ];

/** Seconds, texts, or spans, by what its items are. */
function listFor(schema: unknown, root: CallerSchema, values: FactValues): unknown {
  const items = resolved(root, schema);
  const members = propertiesOf(root, items);
  if (!members) {
    const types = typesOf(root, items);
    return types.has('number') ? values.seconds : types.has('string') ? values.texts : undefined;
  }
  const parts = [...members.keys()].map((name) => {
    const [, part] = MEMBERS.find(([pattern]) => pattern.test(plainName(name))) ?? [];
    return [name, part] as const;
  });
  // With nothing but nulls in it an item says nothing.
  if (parts.every(([, part]) => part === undefined)) return undefined;
  return values.spans?.map((span) =>
    Object.fromEntries(parts.map(([name, part]) => [name, part?.(span) ?? null])),
  );
}

/** Types that a schema names, itself or in a union. */
function typesOf(root: CallerSchema, schema: unknown): ReadonlySet<string> {
  const own = resolved(root, schema);
  if (!isObject(own)) return new Set();
  const named = [own, ...branchesOf(root, own).map((branch) => resolved(root, branch))].flatMap(
    (one) => (isObject(one) ? [one['type']].flat().map(String) : []),
  );
  return new Set(named.map((name) => (name === 'integer' ? 'number' : name)));
}
