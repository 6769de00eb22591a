import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * As the service writes it, with its numbers as text.
 * https://docs.aws.amazon.com/transcribe/latest/dg/how-input.html
 */
export const OUTPUT = {
  jobName: 'job',
  accountId: '000000000000',
  status: 'COMPLETED',
  results: {
    language_code: 'en-US',
    language_identification: [{ score: '0.98', code: 'en-US' }],
    transcripts: [{ transcript: 'Good evening, friends. Who?' }],
    items: [
      heard(0, 'Good', '0.1', '0.4', '0.999'),
      heard(1, 'evening', '0.4', '0.9', '0.98'),
      mark(2, ','),
      heard(3, 'friends', '0.95', '1.2', '0.31'),
      mark(4, '.'),
      heard(5, 'Who', '1.8', '2.3', '0.9'),
      mark(6, '?'),
    ],
    audio_segments: [
      { id: 0, transcript: 'Good evening, friends. Who?', start_time: '0.1', end_time: '2.3' },
    ],
  },
};

function heard(id: number, content: string, start_time: string, end_time: string, sure: string) {
  const alternatives = [{ confidence: sure, content }];
  return { id, type: 'pronunciation', alternatives, start_time, end_time };
}

function mark(id: number, content: string) {
  return { id, type: 'punctuation', alternatives: [{ confidence: '0.0', content }] };
}

type Job = Record<string, unknown> & { TranscriptionJobStatus: string };
type Fault = { readonly status: number; readonly body: string };

export const fault = (status: number, type: string): Fault => ({
  status,
  body: JSON.stringify({ __type: type, Message: `${type} was made for a test` }),
});

export interface TranscribeServer {
  readonly address: string;
  readonly calls: { readonly target: string; readonly input: Record<string, unknown> }[];
  readonly jobs: Map<string, Job>;
  /** Answers to come before the true ones, by the operation. */
  readonly faults: Record<string, Fault[]>;
  /** Looks after which a job ends, and how; `onEnd` writes its output. */
  script: {
    looks: number;
    end: object;
    onEnd: (input: Record<string, unknown>) => Promise<void>;
    /** Told of a job that was started. */
    onStart?: (name: string) => void;
  };
  close(): void;
}

/**
 * Amazon Transcribe's jobs, in its wire protocol: AWS JSON 1.1.
 * https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html
 */
export async function transcribeServer(): Promise<TranscribeServer> {
  const looks = new Map<string, number>();
  const server = createServer();
  server.on('request', async (request, response) => {
    const target = String(request.headers['x-amz-target']);
    const input = JSON.parse(await textOf(request));
    made.calls.push({ target, input });
    const [, operation = ''] = target.split('.');
    const planned = made.faults[operation]?.shift();
    if (planned) return reply(response, planned.status, planned.body);
    const { status, body } = await answer(operation, input);
    reply(response, status, body);
  });

  async function answer(operation: string, input: Record<string, unknown>): Promise<Fault> {
    const name = String(input['TranscriptionJobName']);
    const job = made.jobs.get(name);
    const told = (seen: Job) => ({ status: 200, body: JSON.stringify({ TranscriptionJob: seen }) });
    if (operation === 'StartTranscriptionJob') {
      if (job) return fault(400, 'ConflictException');
      const started = { ...input, CreationTime: 1_763_640_000.5, TranscriptionJobStatus: 'QUEUED' };
      made.jobs.set(name, started);
      made.script.onStart?.(name);
      return told(started);
    }
    if (!job) return fault(400, 'BadRequestException');
    if (operation === 'GetTranscriptionJob') {
      const seen = (looks.get(name) ?? 0) + 1;
      looks.set(name, seen);
      if (seen >= made.script.looks && job.TranscriptionJobStatus !== 'COMPLETED') {
        await made.script.onEnd(job);
        Object.assign(job, made.script.end);
      }
      return told(job);
    }
    const ended = ['COMPLETED', 'FAILED'].includes(job.TranscriptionJobStatus);
    if (!ended) return fault(400, 'BadRequestException');
    made.jobs.delete(name);
    return { status: 200, body: '' };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: TranscribeServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    jobs: new Map(),
    faults: {},
    script: { looks: 1, end: {}, onEnd: async () => {} },
    close: () => void server.close(),
  };
  return made;
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
