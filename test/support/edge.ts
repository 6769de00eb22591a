import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { ROUTES } from '../../functions/api/routes.ts';
import type { EdgeAnswer, EdgeEvent } from '../../functions/edge/viewer-request.ts';
import type { AnswerEvent } from '../../functions/edge/viewer-response.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { answerFunctionCode, edgeFunctionCode } from '../../lib/constructs/edge-function.ts';

type EdgeFunction = (event: EdgeEvent) => EdgeEvent['request'] | EdgeAnswer;

/** The function of the edge, as it is bundled for CloudFront. */
const edgeFunction = (): EdgeFunction =>
  runInNewContext(`${edgeFunctionCode([...ROUTES, ...PAGES, ...OAUTH])};handler`);

/**
 * A proxy that treats calls as CloudFront does: its function sees them first, the origin has its
 * own host, and one that is silent for too long is given up with an answer of the proxy's own.
 */
export async function startEdge({ silentMs }: { readonly silentMs: number }) {
  const decide = edgeFunction();
  let origin = '';
  const server = createServer((request, response) => {
    const uri = (request.url ?? '/').replace(/\?.*$/, '');
    const headers = Object.entries(request.headers).map(([name, value]) => [
      name,
      { value: String(value) },
    ]);
    const cookies = cookiesOf(request.headers.cookie);
    const decided = decide({
      context: { requestId: 'edge-1' },
      viewer: { ip: '192.0.2.7' },
      request: { method: request.method ?? '', uri, headers: Object.fromEntries(headers), cookies },
    });
    if ('statusCode' in decided) answerAtOnce(decided, request, response);
    else forward(request, response, decided);
  });

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    { headers }: EdgeEvent['request'],
  ): void {
    const sent = Object.entries(headers).map(([name, header]) => [name, header?.value]);
    const asked = httpRequest(new URL(request.url ?? '/', origin), {
      method: request.method,
      headers: { ...Object.fromEntries(sent), host: new URL(origin).host },
      timeout: silentMs,
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('response', (answer) => {
      const { statusCode, headers } = seenLast(answer.statusCode ?? 0, renamed(answer.headers));
      response.writeHead(statusCode, headers);
      pipeline(answer, response, () => undefined);
    });
    asked.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(504, { 'content-type': 'text/html' }).end('<H1>504 ERROR</H1>');
    });
    pipeline(request, asked, () => undefined);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(address: string): void {
      origin = address;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type AnswerFunction = (event: AnswerEvent) => AnswerEvent['response'];
const answerFunction: AnswerFunction = runInNewContext(`${answerFunctionCode()};handler`);

/** An answer as it leaves the edge: its function sees none of 400 and more. */
function seenLast(statusCode: number, headers: IncomingMessage['headers']) {
  if (statusCode >= 400) return { statusCode, headers };
  const { 'set-cookie': cookies, ...others } = headers;
  const values = Object.entries(others).map(([name, value]) => [name, { value: String(value) }]);
  const response = answerFunction({
    response: { statusCode, headers: Object.fromEntries(values) },
  });
  const left = Object.entries(response.headers).map(([name, header]) => [name, header?.value]);
  return {
    statusCode: response.statusCode,
    headers: { ...Object.fromEntries(left), ...(cookies && { 'set-cookie': cookies }) },
  };
}

/** As CloudFront hands them to its function. */
const cookiesOf = (header = ''): EdgeEvent['request']['cookies'] =>
  Object.fromEntries(
    header
      .split(';')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => pair.trim().split('='))
      .map(([name = '', value = '']) => [name, { value }]),
  );

/**
 * Headers of an answer as API Gateway hands them on.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const renamed = ({ 'www-authenticate': challenge, ...headers }: IncomingMessage['headers']) =>
  challenge === undefined ? headers : { ...headers, 'x-amzn-remapped-www-authenticate': challenge };

function answerAtOnce(
  { statusCode, headers, body }: EdgeAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.resume();
  const written = Object.entries(headers).map(([name, { value }]) => [name, value]);
  response.writeHead(statusCode, Object.fromEntries(written)).end(body?.data);
}
