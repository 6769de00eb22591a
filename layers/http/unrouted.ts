import type { ApiError } from '../domain/errors.ts';
import { LARGE_FILES } from '../domain/uploads/large-files.ts';
import { ANY_ORIGIN, EXPOSED, PREFLIGHT } from './cors.ts';

// What is answered before a call reaches a function: by the edge in the cloud, by the local gateway
// on one machine. The edge runs it in the engine of CloudFront Functions, which knows ES 5.1 and
// some of its successors: no destructuring, no spread, no Map.

/** Headers of every answer that carries an error. */
export const REFUSAL_HEADERS: Readonly<Record<string, string>> = Object.assign(
  { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  ANY_ORIGIN,
  EXPOSED,
);

/** A path that no route has: 404. A path is percent-encoded, so that no character is cut in two. */
export const noSuchPath = (path: string): ApiError => ({
  type: 'invalid_request',
  message: `There is no ${path.slice(0, 200)} here. All that there is stands in /openapi.json.`,
});

/** Whether a browser asks for the root, at which there is no call: people look for the pages. */
export const looksForPages = (method: string, path: string, accept: string | undefined): boolean =>
  path === '/' && (method === 'GET' || method === 'HEAD') && /text\/html/i.test(accept || '');

/** Headers of the 302 that leads it there. */
export const TO_PAGES: Readonly<Record<string, string>> = {
  location: '/app',
  'cache-control': 'no-store',
  vary: 'accept',
};

/** A path that has routes, but none of this method: 405. */
export const wrongMethod = (method: string, allow: string): ApiError => ({
  type: 'invalid_request',
  message: `${method} is not a method of this path. It takes ${allow}.`,
});

/** Where agents come in. Pages of others are refused there, whatever the method. */
export const CLOSED_TO_PAGES = '/mcp';

/** 403. */
export const FOREIGN_PAGE = {
  type: 'insufficient_scope',
  message:
    'Pages of another origin are not answered here. Call from a program, which sends no Origin header.',
  reason: 'foreign_origin',
} as const satisfies ApiError;

/** The methods of documents and files, as `Allow` names them. */
export const FILE_METHODS = 'GET, HEAD';

/** A file or a document that is asked for by another method: 405. */
export const ASKED_WITH_GET: ApiError = {
  type: 'invalid_request',
  message: 'Pages are asked for with GET.',
};

/** 413. */
export const bodyTooLarge = (maxBytes: number): ApiError => ({
  type: 'invalid_request',
  message: `The body is larger than the ${maxBytes} bytes that pass through here.`,
  reason: 'body_too_large',
  alternative: LARGE_FILES,
});

/** What a path that is gone answers, with 410 and to every method. */
export const goneTo = (successor: string): ApiError => ({
  type: 'gone',
  message: `This call is gone. Send POST ${successor} instead; its fields are in /openapi.json.`,
});

/** Headers of the 204 that answers OPTIONS, a browser's preflight among them. */
export const preflightHeaders = (allow: string): Readonly<Record<string, string>> =>
  Object.assign({ allow, 'access-control-allow-methods': allow }, PREFLIGHT);

/** The methods that a path takes, as `Allow` names them. HEAD is GET without its body. */
export const allowOf = (methods: readonly string[]): string =>
  methods
    .concat(methods.indexOf('GET') < 0 ? [] : ['HEAD'], 'OPTIONS')
    .filter((method, at, all) => all.indexOf(method) === at)
    .join(', ');
