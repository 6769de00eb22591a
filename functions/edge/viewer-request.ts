import { NO_CREDENTIAL } from '../../layers/domain/accounts/no-credential.ts';
import type { ApiError } from '../../layers/domain/errors.ts';
import {
  allowOf,
  bodyTooLarge,
  CLOSED_TO_PAGES,
  FOREIGN_PAGE,
  goneTo,
  looksForPages,
  noSuchPath,
  preflightHeaders,
  REFUSAL_HEADERS,
  TO_PAGES,
  wrongMethod,
} from '../../layers/http/unrouted.ts';

// Runs in every edge location, before a request goes on to the gateway: a CloudFront Function.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html

interface Value {
  value: string;
}

interface EdgeRequest {
  readonly method: string;
  /** The path as it was sent. */
  readonly uri: string;
  readonly headers: Record<string, Value | undefined>;
  /** CloudFront takes them out of the headers. */
  readonly cookies: Readonly<Record<string, Value | undefined>>;
}

export interface EdgeAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, Value>>;
  readonly body?: { readonly encoding: 'text'; readonly data: string };
}

export interface EdgeEvent {
  readonly context: { readonly requestId: string };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest;
}

/** Put in when the function is bundled; lib/constructs/edge-function.ts says what each holds. */
declare const EDGE_PATHS: readonly {
  readonly pattern: string;
  readonly methods: string[];
  /** For each of the methods, which of the challenges goes with its 401; none where it is open. */
  readonly asks: readonly (number | null)[];
}[];
declare const EDGE_CHALLENGES: readonly string[];
declare const EDGE_CHALLENGE_BASE: string;
declare const EDGE_RETIRED: Readonly<Record<string, string>>;
declare const EDGE_MAX_BODY_BYTES: number;
declare const EDGE_VIEWER_HEADER: string;

const paths = EDGE_PATHS.map((entry) => ({
  pattern: new RegExp(entry.pattern),
  methods: entry.methods,
  asks: entry.asks,
}));

/** The request as it goes on to the gateway, or its answer where no function has to give one. */
export function handler(event: EdgeEvent): EdgeRequest | EdgeAnswer {
  const request = event.request;
  const requestId = event.context.requestId;
  const successor = EDGE_RETIRED[request.uri];
  const found = paths.filter((entry) => entry.pattern.test(request.uri));
  if (found.length === 0) {
    if (successor !== undefined) return refusal(requestId, request, 410, goneTo(successor));
    const accept = request.headers['accept'];
    if (looksForPages(request.method, request.uri, accept?.value))
      return answer(requestId, 302, TO_PAGES);
    return refusal(requestId, request, 404, noSuchPath(request.uri));
  }
  const methods = found.reduce<string[]>((all, entry) => all.concat(entry.methods), []);
  const verb = request.method === 'HEAD' ? 'GET' : request.method;
  if (methods.indexOf('ANY') < 0 && methods.indexOf(verb) < 0) {
    const allow = allowOf(methods);
    if (verb === 'OPTIONS') return answer(requestId, 204, preflightHeaders(allow));
    if (request.uri === CLOSED_TO_PAGES && isOfForeignPage(request)) {
      return refusal(requestId, request, 403, FOREIGN_PAGE);
    }
    const error = wrongMethod(request.method, allow);
    return refusal(requestId, request, 405, error, { allow: allow });
  }
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length.value) > EDGE_MAX_BODY_BYTES) {
    return refusal(requestId, request, 413, bodyTooLarge(EDGE_MAX_BODY_BYTES));
  }
  const ask = bearsNothing(request) ? asked(found, verb) : null;
  if (ask !== null) {
    const base = `https://${(request.headers['host'] as Value).value}`;
    return refusal(requestId, request, 401, NO_CREDENTIAL, {
      'www-authenticate': (EDGE_CHALLENGES[ask] as string).replace(EDGE_CHALLENGE_BASE, base),
    });
  }
  // In the place of whatever the caller says of it: limits by address count on it.
  request.headers[EDGE_VIEWER_HEADER] = { value: event.viewer.ip };
  return request;
}

// The gateway would rename the header of a 401 by which clients find out where to sign in. The edge
// sees no answer of 400 and more again, so what needs a credential and has none is answered here.
const bearsNothing = (request: EdgeRequest): boolean =>
  request.headers['authorization'] === undefined && Object.keys(request.cookies).length === 0;

const isOfForeignPage = (request: EdgeRequest): boolean => {
  const origin = request.headers['origin'];
  return (
    origin !== undefined && origin.value !== `https://${(request.headers['host'] as Value).value}`
  );
};

const asked = (found: typeof paths, verb: string): number | null =>
  found.reduce<number | null>((ask, entry) => {
    const own = entry.asks[entry.methods.indexOf(verb)];
    return own === undefined || own === null ? ask : own;
  }, null);

function refusal(
  requestId: string,
  request: EdgeRequest,
  status: number,
  error: ApiError,
  more?: Record<string, string>,
): EdgeAnswer {
  const told = answer(requestId, status, Object.assign({}, REFUSAL_HEADERS, more));
  if (request.method === 'HEAD') return told;
  return Object.assign(told, {
    body: { encoding: 'text' as const, data: JSON.stringify({ error: error }) },
  });
}

function answer(
  requestId: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): EdgeAnswer {
  const written: Record<string, Value> = { 'x-request-id': { value: requestId } };
  Object.keys(headers).forEach((name) => {
    written[name] = { value: headers[name] as string };
  });
  return { statusCode: status, headers: written };
}
