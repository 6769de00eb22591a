import type { ServerResponse } from 'node:http';
import { ASKED_WITH_GET, FILE_METHODS } from '../../layers/http/unrouted.ts';
import type { WebFile, WebFiles } from '../../web/bundle.ts';
import { ASSET_HEADERS, documentHeaders } from '../../web/headers.ts';
import { answerError } from '../gateway/answer-error.ts';
import type { Listener } from '../http/http-server.ts';
import { bundledPages } from './bundled-pages.ts';

/** Paths of the dashboard, and of the page of an upload ticket. */
const OURS = /^\/(?:app(?:[/?]|$)|u\/)/;

/**
 * Serves the dashboard's files, which are bundled when they are first asked for, and leaves
 * everything else to another listener.
 * @param storage origins under which files are stored
 */
export function withDashboard(storage: readonly string[], others: Listener): Listener {
  const headers = documentHeaders(storage);
  let bundled: Promise<WebFiles> | undefined;

  const serve: Listener = async (request, response) => {
    const path = (request.url ?? '').replace(/[?#].*$/, '');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', FILE_METHODS);
      return answerError(response, 405, ASKED_WITH_GET.type, ASKED_WITH_GET.message);
    }
    bundled ??= bundledPages();
    const { files, dashboard, ticket } = await bundled;
    if (path.startsWith('/app/assets/')) {
      const file = files.get(path);
      if (file) return send(response, file, ASSET_HEADERS, request.headers['accept-encoding']);
      return answerError(response, 404, 'invalid_request', `There is no ${path} here.`);
    }
    const page = path.startsWith('/u/') ? ticket : dashboard;
    return send(response, page, headers, request.headers['accept-encoding']);
  };

  return (request, response) => {
    if (!OURS.test(request.url ?? '')) return others(request, response);
    void Promise.resolve(serve(request, response)).catch((error: unknown) => {
      bundled = undefined;
      console.error('dashboard:', error);
      if (!response.headersSent) answerError(response, 500, 'processing_failed', 'Try again.');
    });
  };
}

function send(
  response: ServerResponse,
  { type, body, gzipped }: WebFile,
  headers: Readonly<Record<string, string>>,
  accepted: string | string[] | undefined,
): void {
  const isGzip = /\bgzip\b/.test(String(accepted));
  const bytes = isGzip ? gzipped : body;
  response.writeHead(200, {
    ...headers,
    'content-type': type,
    'content-length': bytes.length,
    vary: 'accept-encoding',
    ...(isGzip && { 'content-encoding': 'gzip' }),
  });
  // The length of an answer to HEAD is told without its body; Node leaves that out by itself.
  response.end(bytes);
}
