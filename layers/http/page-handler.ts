import { randomBytes } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, PROCESSING_FAILED } from '../domain/errors.ts';
import { Log } from '../log/log.ts';
import type { ApiEvent } from './api-event.ts';
import { baseUrl } from './base-url.ts';
import { cookieName, cookieOf, setCookie } from './cookies.ts';
import { bearsToken } from './form-token.ts';
import { headerOf } from './header.ts';
import { html } from './html.ts';
import type { ApiHandler } from './http-handler.ts';
import { methodOf } from './method.ts';
import { isOwnOrigin } from './own-origin.ts';
import { documentOf, PAGE_HEADERS, type Page } from './page.ts';
import { statusOf } from './problem.ts';
import { methodsOf } from './route.ts';
import { sourceAddress } from './source-address.ts';

type Fields = Readonly<Partial<Record<string, string>>>;

/** A person's browser asks for a page or sends a form. */
export interface Visit {
  readonly baseUrl: string;
  /** Parameters of the query; those that a page does not know change nothing. */
  readonly query: Fields;
  /** Fields of the form that was sent. It came from a page of ours. */
  readonly form: Fields;
  /** Secret of this browser, which forms and what is begun with them are bound to. */
  readonly visitor: string;
  /** Secret of a session, if the browser has one. */
  readonly session: string | undefined;
  /** Whom the request came from, as limits count it. */
  readonly address: string;
}

/** A page, another address to go to, a script, or an answer to one. */
export type PageAnswer = (
  | { readonly page: Page; readonly status?: number }
  | { readonly to: string }
  | { readonly script: string }
  | { readonly json: object }
) & { readonly cookies?: readonly string[] };

type ShowPage = (visit: Visit) => Promise<PageAnswer>;
type Pages = Readonly<Partial<Record<string, ShowPage>>>;

const MAX_FORM_BYTES = 64 * 1024;

const log = new Log('pages');

/**
 * Answers the pages of one function, and what lies beside them.
 * @param pages by method and path, for example `GET /signin`
 */
export function pageHandler(pages: Pages): ApiHandler {
  const note = (event: ApiEvent, status: number, error?: unknown) => {
    const { requestContext } = event;
    const asked = nameOf(event);
    // What there is no page for may be anything, also a secret that was pasted.
    const route = asked in pages ? asked : 'no page';
    const line = { route, status, request_id: requestContext.requestId };
    if (status >= 500) log.defect({ ...line, error });
    else log.info('answered', line);
  };
  return middy<ApiEvent, APIGatewayProxyResult>()
    .handler(async (event: ApiEvent) => {
      const page = pages[nameOf(event)];
      const result = page ? await shown(event, page) : noPage(event, Object.keys(pages));
      note(event, result.statusCode);
      return result;
    })
    .onError((request) => {
      const { event, error } = request;
      request.response = failed(event, error);
      note(event, request.response.statusCode, error);
    });
}

const nameOf = (event: Pick<ApiEvent, 'httpMethod' | 'path'>): string =>
  `${methodOf(event)} ${event.path}`;

async function shown(event: ApiEvent, page: ShowPage): Promise<APIGatewayProxyResult> {
  const { visit, cookies } = visitOf(event);
  return written(event, await page(visit), cookies);
}

/** @param names of the pages that there are */
function noPage(event: ApiEvent, names: readonly string[]): APIGatewayProxyResult {
  const methods = names.flatMap((name) => {
    const [method = '', path] = name.split(' ');
    if (path !== event.path) return [];
    return methodsOf(method);
  });
  const body = html`<p role="alert">${methods.length > 0 ? 'This address is asked for in another way.' : 'There is no page at this address.'}</p>`;
  const status = methods.length > 0 ? 405 : 404;
  const answer = written(event, { page: { title: 'No page', body }, status });
  if (methods.length === 0) return answer;
  return { ...answer, headers: { ...answer.headers, allow: methods.join(', ') } };
}

function visitOf(event: ApiEvent): { visit: Visit; cookies: readonly string[] } {
  const base = baseUrl(event);
  const name = cookieName('signin', base);
  const known = cookieOf(event, name);
  const form = event.httpMethod === 'POST' ? formOf(event, known, base) : {};
  const visitor = known ?? randomBytes(32).toString('base64url');
  return {
    visit: {
      baseUrl: base,
      query: { ...event.queryStringParameters },
      form,
      visitor,
      session: cookieOf(event, cookieName('session', base)),
      address: sourceAddress(event),
    },
    cookies: known === undefined ? [setCookie(name, visitor, base)] : [],
  };
}

/**
 * @throws DomainError invalid_request for what is no form, insufficient_scope for one from
 * elsewhere
 */
function formOf(event: ApiEvent, visitor: string | undefined, base: string) {
  const type = headerOf(event, 'content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new DomainError('invalid_request', 'This address takes the form of its own page.');
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > MAX_FORM_BYTES) {
    throw new DomainError('invalid_request', 'The form is too large.', {
      reason: 'body_too_large',
    });
  }
  const form: Fields = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
  const origin = headerOf(event, 'origin');
  const site = headerOf(event, 'sec-fetch-site');
  const foreign =
    (origin !== undefined && origin !== 'null' && !isOwnOrigin(origin, base)) ||
    site === 'cross-site' ||
    site === 'same-site';
  if (foreign || !bearsToken(form, visitor)) {
    throw new DomainError(
      'insufficient_scope',
      'This form did not come from a page of this service, or its page is too old. Go back, reload it, and allow its cookies.',
      { reason: 'foreign_origin' },
    );
  }
  return form;
}

function written(
  event: ApiEvent,
  answer: PageAnswer,
  more: readonly string[] = [],
): APIGatewayProxyResult {
  const { statusCode, type, body, headers } = contentOf(answer);
  const cookies = [...more, ...(answer.cookies ?? [])];
  return {
    statusCode,
    headers: {
      ...PAGE_HEADERS,
      'content-type': `${type}; charset=utf-8`,
      'x-request-id': event.requestContext.requestId,
      ...headers,
    },
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': cookies } }),
    body,
  };
}

interface Content {
  readonly statusCode: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function contentOf(answer: PageAnswer): Content {
  if ('page' in answer) {
    return { statusCode: answer.status ?? 200, type: 'text/html', body: documentOf(answer.page) };
  }
  if ('to' in answer) {
    return { statusCode: 303, type: 'text/plain', body: '', headers: { location: answer.to } };
  }
  if ('script' in answer) return { statusCode: 200, type: 'text/javascript', body: answer.script };
  return { statusCode: 200, type: 'application/json', body: JSON.stringify(answer.json) };
}

/** Anything that is not a DomainError is a defect: its text is for the log only. */
function failed(event: ApiEvent, error: unknown): APIGatewayProxyResult {
  const told = error instanceof DomainError ? error.toApiError() : PROCESSING_FAILED;
  const title = statusOf(told) >= 500 ? 'Something failed' : 'This did not work';
  const body = html`<p role="alert">${told.message}</p>`;
  const answer = written(event, { page: { title, body }, status: statusOf(told) });
  const retry = error instanceof DomainError ? error.detail.retryAfterSeconds : undefined;
  if (retry === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retry) } };
}
