import type { Endpoint } from '../../layers/http/route.ts';

export type Match =
  | { readonly route: Endpoint; readonly params: Readonly<Record<string, string>> }
  /** The path exists, but not for this method. */
  | { readonly methods: readonly string[] };

interface Entry {
  readonly route: Endpoint;
  readonly segments: readonly string[];
}

const PARAMETER = /^\{(.+?)\+?\}$/;

/**
 * Finds routes as API Gateway does: a literal segment before a parameter, `{name+}` for all that is
 * left.
 */
export function routeTable(routes: readonly Endpoint[]) {
  const entries: Entry[] = routes
    .map((route) => ({ route, segments: route.path.split('/') }))
    .sort((a, b) => rank(a).localeCompare(rank(b)));

  return (method: string, path: string): Match | undefined => {
    const segments = path.split('/');
    const found = entries.flatMap((entry) => {
      const params = matchSegments(entry.segments, segments);
      return params ? [{ route: entry.route, params }] : [];
    });
    // HEAD is GET without its body (RFC 9110, 9.3.2).
    const verb = method === 'HEAD' ? 'GET' : method;
    const hit = found.find(({ route }) => route.method === verb || route.method === 'ANY');
    if (hit) return hit;
    const methods = new Set(found.map(({ route }) => route.method));
    if (methods.size === 0) return undefined;
    return { methods: [...methods] };
  };
}

/** Sorts literals before parameters and those before the rest of a path. */
const rank = ({ segments }: Entry): string =>
  segments
    .map((segment) => (segment.endsWith('+}') ? '3' : PARAMETER.test(segment) ? '2' : '1'))
    .join('');

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [position, expected] of pattern.entries()) {
    const given = segments[position];
    const name = PARAMETER.exec(expected)?.[1];
    if (expected.endsWith('+}') && name !== undefined) {
      const rest = decode(segments.slice(position).join('/'));
      if (rest === undefined || rest === '') return undefined;
      return { ...params, [name]: rest };
    }
    if (given === undefined) return undefined;
    if (name === undefined) {
      if (given !== expected) return undefined;
      continue;
    }
    const value = decode(given);
    if (value === undefined || value === '') return undefined;
    params[name] = value;
  }
  return segments.length === pattern.length ? params : undefined;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
