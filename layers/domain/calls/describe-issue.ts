import { z } from 'zod';
import { beginning } from '../characters.ts';
import { nearest } from '../nearest.ts';

type Issue = z.core.$ZodIssue;

/** A caller's own text may be long or hold line breaks; a sentence takes only so much of it. */
export const quoted = (text: string): string => {
  const plain = text.replaceAll(/[\p{C}`]/gu, '?');
  const start = beginning(plain, 60);
  return `\`${start === plain ? plain : `${start}…`}\``;
};

/** A path as a caller would write it: `items[0].url`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`,
    )
    .join('');

const listed = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? `\`${value}\`` : String(value))).join(', ');

/**
 * Follows a path into a schema, through its wrappers; undefined where the path leaves what is
 * known.
 */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return schemaAt(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodPipe) return schemaAt(schema.in, path);
  const [head, ...rest] = path;
  if (head === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(head)], rest);
  return undefined;
}

function unknownField(issue: z.core.$ZodIssueUnrecognizedKeys, schema: unknown): string {
  const [key = ''] = issue.keys;
  const holder = schemaAt(schema, issue.path);
  const known = holder instanceof z.ZodObject ? Object.keys(holder.shape) : [];
  const text = `Unknown field ${quoted(fieldPath([...issue.path, key]))}`;
  const meant = nearest(key, known);
  if (meant !== undefined) return `${text}; did you mean \`${meant}\`?`;
  if (known.length === 0)
    return `${text}.${holder instanceof z.ZodObject ? ' None is taken here.' : ''}`;
  return `${text}. The fields are ${listed(known)}.`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
};
const typeName = (type: string): string => TYPE_NAMES[type] ?? type;

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function limit(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const small = issue.code === 'too_small';
  const bound = String(small ? issue.minimum : issue.maximum);
  const unit = UNITS[issue.origin];
  if (unit !== undefined) {
    const [one, many] = unit;
    return `must have ${small ? 'at least' : 'at most'} ${bound} ${bound === '1' ? one : many}`;
  }
  if (issue.inclusive === false) return `must be ${small ? 'greater' : 'less'} than ${bound}`;
  return `must be ${small ? 'at least' : 'at most'} ${bound}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'must be an http or https address',
  template_literal: 'is not an id of this kind; send one as it was answered',
  datetime: 'must be a date and time such as 2026-01-31T12:00:00Z',
};

/** What the value that was sent is likely to have meant; parsing tells it with `reportInput`. */
function meantBy(issue: Issue): string | undefined {
  if (issue.code === 'invalid_union') {
    return issue.errors
      .flatMap((branch) => branch.slice(0, 1))
      .map(meantBy)
      .find((meant) => meant !== undefined);
  }
  const { input } = issue;
  if (issue.code !== 'invalid_value' || issue.values.length === 1 || typeof input !== 'string') {
    return undefined;
  }
  return nearest(
    input,
    issue.values.filter((value) => typeof value === 'string'),
  );
}

/** The names that the object at a path takes: " with `from`, `to`". */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string {
  const at = path.length > 0 ? schemaAt(schema, path) : undefined;
  const names = at instanceof z.ZodObject ? Object.keys(at.shape) : [];
  return names.length > 0 ? ` with ${listed(names)}` : '';
}

/** What is wrong with one field, to stand after its name. */
function complaint(issue: Issue, schema: unknown): string {
  switch (issue.code) {
    case 'invalid_type': {
      const names = issue.expected === 'object' ? namesAt(schema, issue.path) : '';
      const expected = `${typeName(issue.expected)}${names}`;
      const received = /received (\w+)$/.exec(issue.message)?.[1];
      if (received === 'undefined') return `is missing; send ${expected}`;
      const fraction = issue.expected === 'int' && received === 'number';
      const instead = received === undefined || fraction ? '' : typeName(received);
      return `must be ${expected}${instead && `, not ${instead}`}`;
    }
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${listed(issue.values)}`
        : `must be one of ${listed(issue.values)}`;
    case 'too_big':
    case 'too_small':
      return limit(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'is not of the form that is allowed';
    case 'invalid_union': {
      const choices = issue.errors
        .flatMap((branch) => branch.slice(0, 1))
        .map((one) => complaint(one, undefined));
      return choices.length > 0 ? choices.join(', or ') : 'is none of the forms that are allowed';
    }
    default:
      return 'is not valid';
  }
}

/** Zod's own English; a message that differs was written beside the schema and says more. */
const isOwnMessage = (message: string): boolean =>
  /^(Invalid|Unrecognized|Too (big|small))\b/.test(message);

function sentence(issue: Issue, schema: unknown): string {
  if (issue.code === 'unrecognized_keys') return unknownField(issue, schema);
  const field = fieldPath(issue.path);
  if (!isOwnMessage(issue.message)) {
    const named = field === '' || issue.message.includes(`\`${field}\``);
    const text = named ? issue.message : `${quoted(field)}: ${issue.message}`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
  const text = `${field === '' ? 'The body' : quoted(field)} ${complaint(issue, schema)}`;
  const meant = meantBy(issue);
  return meant === undefined ? `${text}.` : `${text}; did you mean \`${meant}\`?`;
}

/** Zod judges by what a number can hold before it judges by the field's own limit. */
const isRangeOfWholeNumbers = (issue: Issue): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';

/**
 * One sentence for a person: which field, what was wrong with it, what is allowed. An unknown field
 * is told first, because a misspelt name also leaves its right name missing.
 * @param schema what was parsed with; lets an unknown field be answered with the nearest known one
 */
export function describeIssue(error: z.ZodError, schema?: z.ZodType): string {
  const issue =
    error.issues.find(({ code }) => code === 'unrecognized_keys') ??
    error.issues.find((one) => !isRangeOfWholeNumbers(one)) ??
    error.issues.at(0);
  return issue === undefined ? 'The request is not valid.' : sentence(issue, schema);
}
