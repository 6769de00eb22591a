import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { toldInPass } from '../models/plain-model.ts';

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** The services of AWS beside tables, queues and objects, as far as the functions ask them. */
export interface OutsideServices {
  readonly variables: Readonly<Record<string, string>>;
  readonly mails: readonly Mail[];
  /** Requests that none of them knows. */
  readonly strays: readonly string[];
  /** The text of the first mail to an address, once it has come. */
  mailTo(address: string): Promise<string>;
  stop(): void;
}

const IN_AN_HOUR_MS = 3_600_000;

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
const session = (accessKeyId: string, secretAccessKey: string) =>
  `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
<SessionToken>assumed</SessionToken>
<Expiration>${new Date(Date.now() + IN_AN_HOUR_MS).toISOString()}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

const address = (server: { address(): AddressInfo | string | null }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Converse {
  readonly messages: readonly { readonly content: readonly { readonly text?: string }[] }[];
  readonly outputConfig: {
    readonly textFormat: { readonly structure: { readonly jsonSchema: { readonly name: string } } };
  };
}

/**
 * A secret that was rotated long ago: the values of both stages are its name and theirs.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 */
const secretValue = ({ SecretId, VersionStage }: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    ARN: SecretId,
    CreatedDate: 0,
    SecretString: `${VersionStage} value of ${SecretId}`,
    VersionStages: [VersionStage],
  });

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
function converse(body: string): object {
  const { messages, outputConfig } = JSON.parse(body) as Converse;
  const words = (messages[0]?.content ?? []).map((part) => part.text ?? '').join('\n');
  const told = toldInPass(outputConfig.textFormat.structure.jsonSchema.name, words);
  return {
    output: { message: { role: 'assistant', content: [{ text: JSON.stringify(told) }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1000, outputTokens: 100, totalTokens: 1100 },
    metrics: { latencyMs: 1 },
  };
}

/** @param keys of a session that a role is assumed for */
export async function outsideServices(keys: {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}): Promise<OutsideServices> {
  const mails: Mail[] = [];
  const strays: string[] = [];
  const waiting = new Map<string, (text: string) => void>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { method, url = '' } = request;
    if (url === '/' && body.includes('Action=AssumeRole')) {
      response.writeHead(200, { 'content-type': 'text/xml' });
      return response.end(session(keys.accessKeyId, keys.secretAccessKey));
    }
    if (url === '/v2/email/outbound-emails') {
      const { FromEmailAddress: from, Destination, Content } = JSON.parse(body);
      const [to] = Destination.ToAddresses;
      mails.push({ from, to, text: Content.Simple.Body.Text.Data });
      waiting.get(to)?.(Content.Simple.Body.Text.Data);
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end('{"MessageId":"1"}');
    }
    if (request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue') {
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      return response.end(secretValue(JSON.parse(body)));
    }
    if (request.headers['x-amz-target'] === 'Transcribe.GetTranscriptionJob') {
      // There are no jobs.
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
      return response.end('{"__type":"NotFoundException","Message":"no such job"}');
    }
    strays.push(`${method} ${url} ${request.headers['x-amz-target'] ?? ''}`);
    return response.writeHead(500).end();
  };
  const plain = createServer(answer);
  // The client of Bedrock speaks HTTP/2.
  const model = createHttp2Server(async (request, response) => {
    const body = JSON.stringify(converse(await text(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  for (const server of [plain, model]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return {
    variables: {
      // Whatever is not named beside it: nothing may leave this machine.
      AWS_ENDPOINT_URL: address(plain),
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: address(model),
    },
    mails,
    strays,
    mailTo: async (to) =>
      mails.find((mail) => mail.to === to)?.text ??
      new Promise((resolve) => void waiting.set(to, resolve)),
    stop() {
      plain.closeAllConnections();
      plain.close();
      model.close();
    },
  };
}
