import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { ROUTES } from '../../../functions/api/routes.ts';
import type { Endpoint } from '../../../layers/http/route.ts';
import type { ApiHandler, StreamingApiHandler } from '../../../local/gateway/gateway.ts';
import type { LocalProxyEvent } from '../../../local/gateway/proxy-event.ts';
import type { Prelude, ResponseStream } from '../../../local/workers/lambda-runtime.ts';
import type { FunctionProcess } from './function-process.ts';
import { placed, type resolver, type Stack } from './template.ts';

interface Part {
  readonly ParentId: { readonly Ref: string };
  readonly PathPart: string;
}
interface Method {
  readonly HttpMethod: Endpoint['method'];
  readonly ResourceId: { readonly Ref?: string };
  readonly Integration: {
    readonly Type: string;
    readonly ResponseTransferMode?: string;
    readonly Uri?: unknown;
  };
}
export interface DeployedEndpoint extends Endpoint {
  /** Its function's ARN. */
  readonly lambda: string;
}

/** What the gateway of the templates hands on, and to which function. */
export function deployedEndpoints(
  stacks: readonly Stack[],
  resolve: ReturnType<typeof resolver>,
): readonly DeployedEndpoint[] {
  const parts = new Map(
    placed<Part>(stacks, 'AWS::ApiGateway::Resource').map(({ id, properties }) => [id, properties]),
  );
  const pathOf = (id = ''): string => {
    const part = parts.get(id);
    return part === undefined ? '' : `${pathOf(part.ParentId.Ref)}/${part.PathPart}`;
  };
  return placed<Method>(stacks, 'AWS::ApiGateway::Method')
    .filter(({ properties }) => properties.Integration.Type === 'AWS_PROXY')
    .map(({ stack, properties: { HttpMethod: method, ResourceId, Integration } }) => {
      const path = pathOf(ResourceId.Ref);
      const [, lambda = ''] =
        /(arn:aws:lambda:.*)\/(?:response-streaming-)?invocations$/.exec(
          resolve(Integration.Uri, stack),
        ) ?? [];
      const upload = ROUTES.find((route) => route.path === path && route.method === method)?.upload;
      return {
        name: `${method} ${path}`,
        method,
        path,
        lambda,
        long: Integration.ResponseTransferMode === 'STREAM',
        ...(upload === undefined ? {} : { upload }),
      };
    });
}

/** What the gateway takes for bytes and hands on in base64. */
export const binaryTypes = (stacks: readonly Stack[]): readonly string[] =>
  placed<{ BinaryMediaTypes?: readonly string[] }>(stacks, 'AWS::ApiGateway::RestApi').flatMap(
    ({ properties }) => properties.BinaryMediaTypes ?? [],
  );

/** A body as it passes through API Gateway: in one piece. */
async function whole(event: LocalProxyEvent, binary: readonly string[]): Promise<LocalProxyEvent> {
  const { bodyStream, ...rest } = event;
  if (bodyStream === undefined) return rest;
  const type = event.headers['content-type'] ?? event.headers['Content-Type'] ?? '';
  const isBase64Encoded = binary.includes(type.split(';')[0]?.trim() ?? '');
  const bytes = await buffer(bodyStream);
  return { ...rest, body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
}

const PRELUDE_END = Buffer.alloc(8);

async function readPrelude(stream: IncomingMessage): Promise<{ prelude: Prelude; rest: Buffer }> {
  let head = Buffer.alloc(0);
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk as Buffer]);
    const end = head.indexOf(PRELUDE_END);
    if (end < 0) continue;
    const prelude = JSON.parse(head.subarray(0, end).toString());
    return { prelude, rest: head.subarray(end + PRELUDE_END.length) };
  }
  throw new Error(`the stream ended in its prelude: ${head}`);
}

declare const awslambda: {
  streamifyResponse(handler: StreamingApiHandler): StreamingApiHandler;
  HttpResponseStream: { from(stream: ResponseStream, prelude: Prelude): ResponseStream };
};

/** The handler that the local gateway calls in place of a function of its own process. */
export function throughProcess(
  { long }: DeployedEndpoint,
  deployed: FunctionProcess,
  binary: readonly string[],
): ApiHandler | StreamingApiHandler {
  if (long !== true) {
    return async (event: LocalProxyEvent, { awsRequestId }: Context) => {
      const answer = await deployed.invoke(await whole(event, binary), awsRequestId);
      if (!('json' in answer)) throw new Error(`${deployed.made.id} streams, and may not`);
      return answer.json as APIGatewayProxyResult;
    };
  }
  return awslambda.streamifyResponse(async (event, stream, { awsRequestId }) => {
    const answer = await deployed.invoke(await whole(event, binary), awsRequestId);
    if (!('stream' in answer)) throw new Error(`${deployed.made.id} does not stream`);
    const { prelude, rest } = await readPrelude(answer.stream);
    const out = awslambda.HttpResponseStream.from(stream, prelude);
    if (rest.length > 0) out.write(rest);
    await pipeline(answer.stream, out);
    answer.taken();
  });
}
