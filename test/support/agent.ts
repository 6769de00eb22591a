import {
  type CallToolResult,
  Client,
  type OAuthClientProvider,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** What is looked into of a tool's answer; its schema was checked by the client. */
// biome-ignore lint/suspicious/noExplicitAny: answers of several tools are looked into by their members
type Structured = any;

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
  async ask(name: string, args?: Readonly<Record<string, unknown>>): Promise<Structured> {
    const result = await this.call(name, args);
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent;
  }

  /** What a tool refused with. */
  async refused(name: string, args?: Readonly<Record<string, unknown>>): Promise<Structured> {
    const { isError, content } = await this.call(name, args);
    const last = content.at(-1);
    if (!isError || last?.type !== 'text') throw new Error(`${name} refused nothing`);
    return JSON.parse(last.text);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The pictures of an answer. */
export const picturesOf = ({ content }: CallToolResult): Buffer[] =>
  content.flatMap((part) => (part.type === 'image' ? [Buffer.from(part.data, 'base64')] : []));
