import { randomUUID } from 'node:crypto';
import type { DurableContext } from '@aws/durable-execution-sdk-js';
import { TranscribeClient } from '@aws-sdk/client-transcribe';
import { makeCarryTranscript } from '../../functions/durable/transcript/carry-transcript.ts';
import { hearingSteps } from '../../functions/durable/transcript/steps.ts';
import { dynamoRecogniserSlots } from '../../layers/adapters/dynamo/transcript/recogniser-slots.ts';
import { lambdaCallbacks } from '../../layers/adapters/lambda/callbacks.ts';
import { amazonJobEnds } from '../../layers/adapters/speech/amazon-job-ends.ts';
import { amazonWindows } from '../../layers/adapters/speech/amazon-windows.ts';
import {
  HeardOutcome,
  heardKey,
  type LongHearing,
} from '../../layers/app/ports/transcript/long-hearing.ts';
import { NO_DAMAGE } from '../../layers/domain/sources/damage.ts';
import type { Probe } from '../../layers/domain/sources/probe.ts';
import {
  durable,
  executionsTable,
  ordinary,
  start,
  startDurable,
} from '../support/durable/local-backend.ts';
import { memoryArtifacts } from '../support/fakes/memory-artifacts.ts';
import {
  fault,
  OUTPUT,
  type TranscribeServer,
  transcribeServer,
} from '../support/sites/transcribe-server.ts';
import { testTables } from '../support/tables.ts';

const HERTZ = 16_000;
/** Three stretches of three seconds, a minute apart. */
const STRETCHES = [0, 60, 120].map((at) => ({ start: at, samples: 3 * HERTZ }));
const { silent, soundEnds, unheard } = NO_DAMAGE;
const SPEECH = {
  speech: { is_speech: true, confidence: 0.9, reason: 'A voice.' },
  damage: { silent, soundEnds, unheard },
  stretches: STRETCHES,
};
const PLACE = 'orgs/org_1/videos/vid_1/speech/job_1/0-180000-auto';
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

let transcribe: TranscribeServer;
let tables: Awaited<ReturnType<typeof testTables>>;

beforeAll(async () => {
  transcribe = await transcribeServer();
  tables = await testTables();
});
afterAll(() => transcribe.close());

const slots = () =>
  dynamoRecogniserSlots({ db: tables.db, table: tables.records, now: () => new Date() });

interface Told {
  /** Whether the ends of jobs are told; else they are looked for. */
  readonly events?: boolean;
  /** How the job with a number ends, counted from 1 in the order of their starts. */
  readonly end?: (started: number) => 'COMPLETED' | 'FAILED';
  readonly language?: string;
  /** Whether the job is held, after so many questions. */
  readonly holds?: (asked: number) => boolean;
  /** What the decoder says instead of the sound. */
  readonly says?: object;
  readonly orgId?: string;
}

/** Carries a transcript to its end, with Amazon's part played by a server that speaks as it does. */
async function carried({
  events = true,
  end = () => 'COMPLETED',
  language = 'auto',
  holds = () => true,
  says,
  orgId = `org_${randomUUID()}`,
}: Told = {}) {
  const artifacts = memoryArtifacts();
  const client = new TranscribeClient({
    endpoint: transcribe.address,
    region: 'eu-central-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const sent: string[] = [];
  let asked = 0;
  let started = 0;
  transcribe.jobs.clear();
  transcribe.calls.length = 0;
  const backend = await startDurable(
    await executionsTable(),
    (lambda) => {
      const tell = amazonJobEnds({ client, artifacts, callbacks: lambdaCallbacks(lambda) });
      transcribe.script = {
        // Ends by itself, not by looks.
        looks: Number.POSITIVE_INFINITY,
        end: {},
        onEnd: async () => undefined,
        onStart(TranscriptionJobName) {
          started += 1;
          const TranscriptionJobStatus = end(started);
          const job = transcribe.jobs.get(TranscriptionJobName);
          void artifacts
            .put(String(job?.['OutputKey']), bytes(OUTPUT), 'application/json')
            .then(() => Object.assign(job ?? {}, { TranscriptionJobStatus, LanguageCode: 'en-US' }))
            .then(() => (events ? tell({ detail: { TranscriptionJobName } }) : undefined));
        },
      };
      const work = hearingSteps({
        artifacts,
        direct: {
          addressSeconds: async (seconds) => seconds,
          signPut: async (key) => ({ url: `http://store.test/${key}`, headers: {} }),
        },
        jobs: { find: () => Promise.reject(new Error('nothing is drawn beside')) },
        runs: { extend: async () => holds(asked++) },
        queue: { send: async ({ jobId }) => void sent.push(jobId) },
        slots: slots(),
        recogniser: amazonWindows({ client, artifacts, bucket: 'the-bucket' }),
        now: () => new Date(),
        windowSeconds: 6,
      });
      const carry = makeCarryTranscript({ work, decodeFunction: 'decode' });
      return [
        durable('job', lambda, (hearing, context: DurableContext) =>
          carry(hearing as LongHearing, context),
        ),
        ordinary('decode', async (order) => {
          if (says) return says;
          const { puts } = order as { puts: Record<string, { url: string }> };
          const keyOf = (file: string) => (puts[file]?.url ?? '').replace('http://store.test/', '');
          const sound = new Uint8Array(new Int16Array(9 * HERTZ).buffer);
          await artifacts.put(keyOf('speech.raw'), sound, '');
          await artifacts.put(keyOf('speech.json'), bytes(SPEECH), '');
          return { decoded: true };
        }),
      ];
    },
    { secondMs: 10, onDefect: () => undefined },
  );
  const hearing: LongHearing = {
    run: { orgId, jobId: 'job_1', run: randomUUID() },
    media: { source_key: 'a', size_bytes: 1 },
    probe: {} as Probe,
    window: [0, 180],
    language,
    notes: ['Unread.'],
    place: PLACE,
  };
  const arn = await start(backend.client, randomUUID(), hearing);
  const { status } = await (await backend.executions.find(arn)).ended;
  await backend.close();
  const kept = artifacts.objects.get(heardKey(PLACE));
  const outcome = kept && HeardOutcome.parse(JSON.parse(new TextDecoder().decode(kept)));
  const keys = [...artifacts.objects.keys()];
  return { status, sent, outcome, keys, started, jobs: [...transcribe.jobs.keys()] };
}

const startsOf = (outcome: HeardOutcome | undefined) =>
  outcome && 'heard' in outcome
    ? outcome.heard.map(({ segments }) => segments[0]?.start)
    : undefined;

test('windows are recognised as jobs that tell of their end, and told in order', async () => {
  const { status, sent, outcome, keys, started, jobs } = await carried();
  expect([status, sent, started, jobs]).toEqual(['SUCCEEDED', ['job_1'], 2, []]);
  expect(outcome).toMatchObject({ speech: SPEECH.speech, notes: ['Unread.'] });
  // The recogniser hears the same in each window: in its first stretch.
  expect(startsOf(outcome)).toEqual([0.1, undefined, 120.1]);
  // Sound and words of windows are gone.
  expect(keys).toEqual([heardKey(PLACE)]);
});

test('an end that nobody told of is found', async () => {
  const { outcome, jobs } = await carried({ events: false });
  expect([startsOf(outcome), jobs]).toEqual([[0.1, undefined, 120.1], []]);
});

test('a job that failed is tried again, and another account limit waited for', async () => {
  transcribe.faults['StartTranscriptionJob'] = [fault(400, 'LimitExceededException')];
  const { outcome, started, jobs } = await carried({
    end: (at) => (at === 1 ? 'FAILED' : 'COMPLETED'),
  });
  expect([startsOf(outcome), started, jobs]).toEqual([[0.1, undefined, 120.1], 3, []]);
});

test('windows wait while another job holds all slots, and go on when it leaves them', async () => {
  const orgId = `org_${randomUUID()}`;
  const held = Array.from({ length: 8 }, (_, at) => `window ${at}`);
  for (const one of held) await slots().ask(orgId, 'another job', one);
  let asked = 0;
  const { outcome, started, jobs } = await carried({
    orgId,
    holds(times) {
      asked = times;
      if (times === 5) for (const one of held) void slots().leave(orgId, one);
      return true;
    },
  });
  expect(asked).toBeGreaterThan(5);
  expect([startsOf(outcome), started, jobs]).toEqual([[0.1, undefined, 120.1], 2, []]);
});

test('a window that fails three times fails the transcript, and leaves nothing', async () => {
  const { outcome, sent, keys, jobs } = await carried({ end: () => 'FAILED' });
  expect(outcome).toMatchObject({ refused: { type: 'processing_failed' } });
  expect([sent, keys, jobs]).toEqual([['job_1'], [heardKey(PLACE)], []]);
});

test('a language that the recogniser does not know is told before anything is sent to it', async () => {
  const { outcome, started } = await carried({ language: 'tlh' });
  expect(outcome).toMatchObject({ refused: { type: 'invalid_request' } });
  expect(started).toBe(0);
});

test.each([
  ['a file that cannot be read is refused as the decoder says', 'no_video_stream'],
  ['what no decoder may say is none of its words', 'insufficient_credits'],
])('%s', async (_, type) => {
  const { outcome, started } = await carried({ says: { refused: { type, message: 'No.' } } });
  const told = type === 'no_video_stream' ? type : 'processing_failed';
  expect(outcome).toMatchObject({ refused: { type: told } });
  expect(started).toBe(0);
});

test('of a job that has ended nothing is kept, and no transcription', async () => {
  const { sent, keys, jobs, started } = await carried({
    events: false,
    holds: (asked) => asked < 4,
  });
  expect(started).toBeGreaterThan(0);
  expect([sent, keys, jobs]).toEqual([[], [], []]);
});
