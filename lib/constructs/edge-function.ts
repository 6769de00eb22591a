import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint } from '../../layers/http/route.ts';

const ENTRY = join(import.meta.dirname, '../../functions/edge/viewer-request.ts');

/** CloudFront takes no longer function. */
const MAX_CODE_BYTES = 10 * 1024;

/**
 * Lambda takes 6 MB of JSON, in which bytes are base64, three for four; the rest is for headers.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_BODY_BYTES = 4_500_000;

/** Carries the address of the caller from the edge to whoever counts by it. */
export const VIEWER_HEADER = 'x-viewer-address';

/**
 * The code of the function that sees each request first, with the table of paths in it. Syntax
 * that the engine of CloudFront Functions does not know ends the build.
 * @throws Error where it is longer than CloudFront takes
 */
export function edgeFunctionCode(endpoints: readonly Endpoint[]): string {
  const define = {
    EDGE_PATHS: pathTable(endpoints),
    EDGE_RETIRED: Object.fromEntries(RETIRED_PATHS),
    EDGE_MAX_BODY_BYTES: MAX_BODY_BYTES,
    EDGE_VIEWER_HEADER: VIEWER_HEADER,
  };
  const { outputFiles } = buildSync({
    entryPoints: [ENTRY],
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
    throw new Error('The bundle of the edge function has another shape than expected');
  }
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) {
    throw new Error(`The edge function is longer than ${MAX_CODE_BYTES} bytes`);
  }
  return code;
}

/** Each path once, as the pattern of a regular expression, with its methods. */
function pathTable(endpoints: readonly Endpoint[]) {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return [...methods].map(([path, of]) => ({ pattern: patternOf(path), methods: of }));
}

const patternOf = (path: string): string =>
  `^${path
    .replace(/[.]/g, '\\.')
    .replace(/\{[^}]+\+\}/g, '.+')
    .replace(/\{[^}]+\}/g, '[^/]+')}$`;
