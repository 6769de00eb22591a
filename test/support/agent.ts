import {
  type CallToolResult,
  Client,
  type OAuthClientProvider,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { ApiError } from '../../layers/domain/errors.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { NextCall } from '../../layers/http/mcp/next-call.ts';

/** What a tool refuses with, and the call to make instead. */
const Refusal = z.object({ error: ApiError, next: NextCall.optional() });

/** A credential's own upload address. */
const Ticket = z.object({ upload_url: z.url() });

/** An agent on the official client, in one revision of the protocol. */
export class Agent {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async connect(
    baseUrl: string,
    credential: OAuthClientProvider | string,
    revision: '2026-07-28' | '2025-11-25' = '2026-07-28',
  ): Promise<Agent> {
    const modern = revision === '2026-07-28';
    const client = new Client(
      { name: 'a test', version: '1.0.0' },
      modern ? { versionNegotiation: { mode: { pin: revision } } } : {},
    );
    const transport = new StreamableHTTPClientTransport(
      new URL(`${baseUrl}/mcp`),
      typeof credential === 'string'
        ? { requestInit: { headers: { authorization: `Bearer ${credential}` } } }
        : { authProvider: credential },
    );
    await client.connect(transport);
    return new Agent(client);
  }

  call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    onprogress?: (progress: Progress) => void,
  ): Promise<CallToolResult> {
    return this.client.callTool(
      { name, arguments: { ...args } },
      { timeout: 60_000, ...(onprogress && { onprogress }) },
    );
  }

  /** What a tool answered, which did not refuse. */
  async ask<S extends z.ZodType>(
    schema: S,
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<z.output<S>> {
    const result = await this.call(name, args);
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return schema.parse(result.structuredContent);
  }

  /** What the call answered that another answer named. */
  follow<S extends z.ZodType>(schema: S, next: NextCall | undefined): Promise<z.output<S>> {
    if (!next) throw new Error('no call was named');
    return this.ask(schema, next.tool, next.arguments);
  }

  /** What a tool refused with. */
  async refused(
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<z.output<typeof Refusal>> {
    const { isError, content } = await this.call(name, args);
    const last = content.at(-1);
    if (!isError || last?.type !== 'text') throw new Error(`${name} refused nothing`);
    return Refusal.parse(JSON.parse(last.text));
  }

  /** Sends a file to the address that a tool gives. @returns its upload_id */
  async send(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { upload_url } = await this.ask(Ticket, 'upload_ticket');
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'clip.mp4');
    const sent = await fetch(upload_url, { method: 'POST', body: form });
    return UploadResult.parse(await sent.json()).upload_id;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The pictures of an answer. */
export const picturesOf = ({ content }: CallToolResult): Buffer[] =>
  content.flatMap((part) => (part.type === 'image' ? [Buffer.from(part.data, 'base64')] : []));
