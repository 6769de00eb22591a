import { fieldPath, quoted } from '../domain/calls/describe-issue.ts';
import { DomainError } from '../domain/errors.ts';

/** No request of ours nests deeper; what follows recursion must not be led further. */
const MAX_DEPTH = 64;

const refuse = (message: string): never => {
  throw new DomainError('invalid_request', message);
};

/** An object or array that is open, and where in it the text stands. */
interface Nesting {
  /** Names of the members so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The member or entry that is read; undefined before the name of a member. */
  at: string | number | undefined;
}

/** What is read, as a caller would call it. */
function placeIn(open: readonly Nesting[]): string {
  const path = open.flatMap(({ at }) => at ?? []);
  return path.length === 0 ? 'The body' : `Field ${quoted(fieldPath(path))}`;
}

/**
 * Parses a JSON text as a caller meant it, or refuses it: no member twice in one object, no lone
 * surrogates, no deep nesting, no `__proto__`.
 * @throws DomainError invalid_request, invalid_schema
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    // Some programs begin a text with a mark of its byte order, which RFC 8259 lets readers pass over.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = 'The body is not valid JSON. Send a JSON object, encoded as UTF-8.';
    throw new DomainError('invalid_request', message, {}, { cause: error });
  }
  inspect(text);
  return value;
}

// The text is known to be JSON here, so every quote starts a string and every string ends.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Finds in a valid JSON text what parsing passes over in silence. */
function inspect(text: string): void {
  const open: Nesting[] = [];
  let name = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const within = open.at(-1);
    if (token === '{' || token === '[') {
      if (open.length === MAX_DEPTH) refuseDepth(open);
      open.push(token === '{' ? { names: new Set(), at: undefined } : { names: undefined, at: 0 });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (within) within.at = typeof within.at === 'number' ? within.at + 1 : undefined;
    } else if (token === ':') {
      if (within) within.at = name;
      noteMember(open, name);
    } else {
      name = JSON.parse(token) as string;
      if (!name.isWellFormed()) {
        refuse(
          `${placeIn(open)} holds half of a surrogate pair (\`\\ud800\`). Send whole characters.`,
        );
      }
    }
  }
}

/** A JSON Schema that nests too deeply is refused as a schema, however deeply that is. */
function refuseDepth(open: readonly Nesting[]): never {
  const schema = open.findIndex(({ at }) => at === 'schema');
  if (schema >= 0) {
    // What is taken of a schema is less than half of what passes here.
    const message = `${placeIn(open.slice(0, schema + 1))} is nested deeper than 32; send a flatter one. Nothing was charged.`;
    throw new DomainError('invalid_schema', message);
  }
  return refuse(`${placeIn(open)} nests deeper than ${MAX_DEPTH} levels. Send a flatter one.`);
}

/** @param open ends with the object that the member stands in */
function noteMember(open: readonly Nesting[], name: string): void {
  if (name === '__proto__') {
    refuse(
      'No field may be called `__proto__`, at any depth: programs that copy what they are sent change their own objects by that name. Choose another one.',
    );
  }
  const seen = open.at(-1)?.names;
  if (seen?.has(name)) refuse(`${placeIn(open)} is sent twice. Send it once.`);
  seen?.add(name);
}
