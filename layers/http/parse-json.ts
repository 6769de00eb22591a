import { DomainError } from '../domain/errors.ts';

/** No request of ours nests deeper; what follows recursion must not be led further. */
const MAX_DEPTH = 64;

const refuse = (message: string): never => {
  throw new DomainError('invalid_request', message);
};

/**
 * Parses a JSON text as a caller meant it, or refuses it: no member twice in one object, no lone
 * surrogates, no deep nesting, no `__proto__`.
 * @throws DomainError invalid_request
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
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
  const members: (Set<string> | undefined)[] = [];
  let name: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      members.push(token === '{' ? new Set() : undefined);
      if (members.length > MAX_DEPTH) refuse(`The body nests deeper than ${MAX_DEPTH} levels.`);
    } else if (token === '}' || token === ']') {
      members.pop();
    } else if (token === ':') {
      noteMember(members.at(-1), name ?? '');
    } else {
      name = JSON.parse(token) as string;
      if (!name.isWellFormed()) refuse('The body holds half of a surrogate pair (`\\ud800`).');
    }
  }
}

function noteMember(seen: Set<string> | undefined, name: string): void {
  if (name === '__proto__') {
    refuse(
      'No field may be called `__proto__`, at any depth: programs that copy what they are sent change their own objects by that name. Choose another one.',
    );
  }
  if (seen?.has(name)) refuse(`Field \`${name.slice(0, 60)}\` is sent twice.`);
  seen?.add(name);
}
