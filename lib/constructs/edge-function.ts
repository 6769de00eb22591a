import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { challengeAt } from '../../layers/http/challenge.ts';
import { CARRIED } from '../../layers/http/edge-challenge.ts';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint, Route } from '../../layers/http/route.ts';

const FOLDER = join(import.meta.dirname, '../../functions/edge');

/** CloudFront takes no longer function. */
const MAX_CODE_BYTES = 10 * 1024;

/**
 * Lambda takes 6 MB of JSON, in which bytes are base64, three for four; the rest is for headers.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_BODY_BYTES = 4_500_000;

/** Carries the address of the caller from the edge to whoever counts by it. */
export const VIEWER_HEADER = 'x-viewer-address';

/** Stands in a challenge for the address that was called. */
const CHALLENGE_BASE = '{base}';

/** An endpoint with what an API route says of credentials beside it. */
type Guarded = Endpoint & Partial<Pick<Route, 'scope' | 'asks' | 'isResource' | 'ticket'>>;

/**
 * The code of the function that sees each request first, with the table of paths in it. Syntax
 * that the engine of CloudFront Functions does not know ends the build.
 * @throws Error where it is longer than CloudFront takes
 */
export function edgeFunctionCode(endpoints: readonly Guarded[]): string {
  const challenges = [...new Set(endpoints.flatMap((endpoint) => challengeOf(endpoint) ?? []))];
  const define = {
    EDGE_PATHS: pathTable(endpoints, challenges),
    EDGE_CHALLENGES: challenges,
    EDGE_CHALLENGE_BASE: CHALLENGE_BASE,
    EDGE_RETIRED: Object.fromEntries(RETIRED_PATHS),
    EDGE_MAX_BODY_BYTES: MAX_BODY_BYTES,
    EDGE_VIEWER_HEADER: VIEWER_HEADER,
  };
  return bundled('viewer-request.ts', define);
}

/** The code of the function that sees each answer below 400 last. */
export const answerFunctionCode = (): string =>
  bundled('viewer-response.ts', {
    EDGE_STATUS: CARRIED.status,
    EDGE_CHALLENGE: CARRIED.challenge,
  });

function bundled(file: string, define: Readonly<Record<string, unknown>>): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(FOLDER, file)],
    bundle: true,
    write: false,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    charset: 'utf8',
    target: 'es5',
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
    supported: { 'const-and-let': true, arrow: true, 'template-literal': true },
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  });
  // It is no module there: the function is found by its name.
  const code = (outputFiles[0]?.text ?? '').replace(/export\s*\{\s*handler\s*\};?\s*$/, '');
  if (!/function handler\(/.test(code) || /\bexport\b/.test(code)) {
    throw new Error(`The bundle of ${file} has another shape than expected`);
  }
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) {
    throw new Error(`${file} is longer than ${MAX_CODE_BYTES} bytes`);
  }
  return code;
}

/** What goes with the 401 of a call without a credential; undefined where none or a ticket will do. */
const challengeOf = ({ scope = 'none', ticket, ...guarded }: Guarded): string | undefined =>
  scope === 'none' || ticket !== undefined
    ? undefined
    : challengeAt(CHALLENGE_BASE, { ...guarded, scope });

/** Each path once, as the pattern of a regular expression, with its methods and what they ask for. */
function pathTable(endpoints: readonly Guarded[], challenges: readonly string[]) {
  const paths = new Map<string, Guarded[]>();
  for (const endpoint of endpoints) {
    paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  }
  return [...paths].map(([path, of]) => ({
    pattern: patternOf(path),
    methods: of.map(({ method }) => method),
    asks: of.map((endpoint) => {
      const own = challengeOf(endpoint);
      return own === undefined ? null : challenges.indexOf(own);
    }),
  }));
}

const patternOf = (path: string): string =>
  `^${path
    .replace(/[.]/g, '\\.')
    .replace(/\{[^}]+\+\}/g, '.+')
    .replace(/\{[^}]+\}/g, '[^/]+')}$`;
