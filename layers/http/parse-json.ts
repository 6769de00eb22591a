import { beginning } from '../domain/characters.ts';
import { DomainError } from '../domain/errors.ts';

/** No request of ours nests deeper; what follows recursion must not be led further. */
const MAX_DEPTH = 64;

const refuse = (message: string): never => {
  throw new DomainError('invalid_request', message);
};

/** An object or array that is open: the names of its members, and the member that it stands in. */
interface Nesting {
  readonly names: Set<string> | undefined;
  readonly member: string | undefined;
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
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Finds in a valid JSON text what parsing passes over in silence. */
function inspect(text: string): void {
  const open: Nesting[] = [];
  let name: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push({ names: token === '{' ? new Set() : undefined, member: name });
      if (open.length > MAX_DEPTH) refuseDepth(open);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      noteMember(open.at(-1)?.names, name ?? '');
    } else {
      name = JSON.parse(token) as string;
      if (!name.isWellFormed()) {
        refuse('The body holds half of a surrogate pair (`\\ud800`). Send whole characters.');
      }
    }
  }
}

/** A JSON Schema that nests too deeply is refused as a schema, however deeply that is. */
function refuseDepth(open: readonly Nesting[]): never {
  if (open.some(({ member }) => member === 'schema')) {
    // What is taken of a schema is less than half of what passes here.
    const message =
      'Field `schema` is nested deeper than 32; send a flatter one. Nothing was charged.';
    throw new DomainError('invalid_schema', message);
  }
  return refuse(`The body nests deeper than ${MAX_DEPTH} levels. Send a flatter one.`);
}

function noteMember(seen: Set<string> | undefined, name: string): void {
  if (name === '__proto__') {
    refuse(
      'No field may be called `__proto__`, at any depth: programs that copy what they are sent change their own objects by that name. Choose another one.',
    );
  }
  if (seen?.has(name)) refuse(`Field \`${beginning(name, 60)}\` is sent twice. Send it once.`);
  seen?.add(name);
}
