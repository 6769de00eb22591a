import { z } from 'zod';
import { NextCall } from '../../layers/http/mcp/next-call.ts';

/** What every message of the newest revision says of its client. */
export const envelope = (revision: string) => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

interface Message {
  readonly method?: string;
  readonly name?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly revision?: string;
}

export const messageOf = ({
  name,
  method = 'tools/call',
  args = {},
  revision = '2026-07-28',
}: Message): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...(name !== undefined && { name, arguments: args }),
      _meta: envelope(revision),
    },
  });

/** Sends a message with the headers that go with it, or others. */
export function postMessage(
  baseUrl: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Response> {
  const { method, params } = (() => {
    try {
      return JSON.parse(body);
    } catch {
      return {};
    }
  })();
  return fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      ...(method && { 'mcp-method': method }),
      ...(params?.name && { 'mcp-name': params.name }),
      ...headers,
    },
    body,
    ...(signal && { signal }),
  });
}

/** The answer to a message, from JSON or from the last event of a stream. */
export async function answered<S extends z.ZodType>(
  schema: S,
  response: Response,
): Promise<z.output<S>> {
  const text = await response.text();
  const last = text.match(/(?<=^data: ).+$/gm)?.at(-1);
  return schema.parse(JSON.parse(last ?? text));
}

export const ToolResult = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.array(z.looseObject({ text: z.string().optional() })),
    structuredContent: z.looseObject({ next: NextCall.optional() }).optional(),
  }),
});

export const lastText = ({ content }: z.infer<typeof ToolResult>['result']): unknown =>
  JSON.parse(content.at(-1)?.text ?? '');
