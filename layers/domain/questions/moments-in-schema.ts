import { type CallerSchema, isObject, type Path, schemasAt } from './schema-shape.ts';
import { timesIn } from './times-in-text.ts';

/** Names of members that hold a moment of the video, as words in lower case. */
const MOMENT_NAME =
  /\b(?:seconds?|secs?|times?|timestamps?|timecodes?|t|ts|tc|starts?|ends?|from|to|at|when|moments?|begins?|began|appears?|appeared|onsets?|offsets?|cues?)\b/;
/** Names of lists, whose numbers are the moments of what is listed. */
const MOMENTS_NAME = /\b(?:cuts|scenes|shots|events|occurrences|appearances|mentions|markers)\b/;
/** The same of descriptions, which are sentences. */
const MOMENT_DESCRIPTION = /\b(?:seconds?|timestamps?|timecodes?|moments?|when)\b/;
/** Says of a description that it means a moment, whatever else it speaks of. */
const PLAIN_MOMENT = /\b(?:second|time|moment|timestamp|point)s? (?:at|in|on|when|of|where) /;
const LENGTH =
  /\b(?:duration|length|long|elapsed|interval|gap|lasts?|total|count|number|per|fps|how many)\b|\bseconds (?:frozen|silent|black|blank|dark|muted|still)\b|\b(?:longest|shortest|average|mean|median)\b(?! .*\b(?:starts?|ends?|at|when|times?)\b)(?<!\b(?:starts?|ends?|at|when|times?) (?:of )?(?:the )?(?:longest|shortest))[a-z, ]* (?:seconds?|secs?|s)\.?$/;

const TIME = String.raw`\d+(?:\.\d+)?(?: ?(?:s|secs?|seconds?|m|mins?|minutes?))?`;
/** "in the second half", "first 10 seconds", "second longest": in names of counts and lengths. */
const STRETCHES = new RegExp(
  [
    String.raw`\b(?:the )?(?:first|second|third|last|final|middle|opening) (?:half|third|quarter|${TIME})\b`,
    String.raw`\b(?:after|before|until|since|at|between|from) ${TIME}(?: (?:and|to) ${TIME})?\b`,
    String.raw`\bat (?:the )?(?:very )?(?:start|beginning|end)\b`,
    String.raw`\bsecond (?=(?:longest|shortest)\b)`,
  ].join('|'),
  'g',
);
const withoutStretches = (words: string): string => words.replaceAll(STRETCHES, ' ');

/** What a schema says of the places of a value; each kind of place is looked at once. */
export interface Shape {
  readonly isMoment: (path: Path) => boolean;
  /** Where a schema leaves the names open, a model writes them too: a time in one is nobody's. */
  readonly isInvented: (name: string | number, parent: Path) => boolean;
}

export function shapeOf(schema: CallerSchema): Shape {
  const known = new Map<Path, boolean>();
  return {
    isMoment(path) {
      const is = known.get(path) ?? isMoment(path, schema);
      known.set(path, is);
      return is;
    },
    isInvented: (name, parent) =>
      typeof name === 'string' &&
      timesIn(name).length > 0 &&
      !schemasAt(schema, parent).some(
        (one) => isObject(one) && Object.hasOwn(Object(one['properties']), name),
      ),
  };
}

function isMoment(path: Path, schema: CallerSchema): boolean {
  const called = wordsOf(String(path.findLast((part) => typeof part === 'string') ?? ''));
  const name = withoutStretches(called);
  const description = withoutStretches(wordsOf(descriptionAt(schema, path)));
  if (PLAIN_MOMENT.test(description)) return true;
  if (LENGTH.test(name) || LENGTH.test(description)) return false;
  const isListed = typeof path.at(-1) === 'number';
  return (
    MOMENT_NAME.test(name) ||
    (isListed && MOMENTS_NAME.test(name)) ||
    MOMENT_DESCRIPTION.test(description)
  );
}

/** `startSecond` and `start_second` as words. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();

/** What is said of a member, where it stands and where it refers to. */
function descriptionAt(root: CallerSchema, path: Path): string {
  const inParent = schemasAt(root, path.slice(0, -1)).flatMap((schema) => {
    const name = path.at(-1);
    const properties = isObject(schema) ? schema['properties'] : undefined;
    return isObject(properties) && typeof name === 'string' && Object.hasOwn(properties, name)
      ? [properties[name]]
      : [];
  });
  return [...inParent, ...schemasAt(root, path)]
    .map((schema) => (isObject(schema) ? schema['description'] : undefined))
    .filter((description) => typeof description === 'string')
    .join('. ');
}
