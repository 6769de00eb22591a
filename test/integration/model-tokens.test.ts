import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoJobIntake } from '../../layers/adapters/dynamo/job-intake.ts';
import { UploadResult } from '../../layers/domain/upload.ts';
import { barcodeClip } from '../support/clips/barcode-clip.ts';
import { codeReaches, type Oracle, startOracle } from '../support/models/oracle-server.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { type TestTables, testTables } from '../support/tables.ts';

const RATE = 25;
const SECONDS = 5;
const REACHED = codeReaches(50, RATE);

let oracle: Oracle;
let tables: TestTables;
let service: RunningService;
let org: { org_id: string; api_key: string };
let dir: string;
let upload: string;

beforeAll(async () => {
  oracle = await startOracle(REACHED);
  Object.assign(process.env, {
    ANSWERER_URL: oracle.url,
    ANSWERER_MODEL: 'oracle',
    TRANSCRIBER: 'none',
  });
  tables = await testTables();
  org = await testService(tables).administer.createOrg('pro', 100_000 as never);
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(dir, 'codes.mp4');
  await barcodeClip({
    frames: RATE * SECONDS,
    rate: String(RATE),
    output: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', file],
  });
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), 'codes.mp4');
  upload = UploadResult.parse(await (await send('/v1/uploads', { body: form })).json()).upload_id;
}, 60_000);

afterAll(async () => {
  await service.stop();
  await oracle.close();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => {
  oracle.calls.length = 0;
  oracle.answer = REACHED;
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(service.baseUrl + path, {
    ...(init.body === undefined ? {} : { method: 'POST' }),
    ...init,
    headers: { authorization: `Bearer ${org.api_key}`, ...init.headers },
  });

/**
 * Asks, waits for the end, and tells what is kept of the tokens and what is answered of the job.
 */
async function asked(body: object) {
  const response = await send('/v1/watch_video', {
    body: JSON.stringify({ upload_id: upload, ...body }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await response.text();
  const [job] = await dynamoJobIntake(tables.db, tables.records).list(org.org_id, 1);
  const told = await (await send(`/v1/jobs/${job?.job_id}`)).text();
  const { model_calls, input_tokens, output_tokens } = job ?? {};
  return { answer, told, kept: [model_calls, input_tokens, output_tokens] };
}

/** What the server counted: 2,000 for a sheet and 800 for the words, and 100 of each answer. */
const counted = () => [
  oracle.calls.length,
  oracle.calls.reduce((sum, { sheets }) => sum + 2_000 * sheets.length + 800, 0),
  100 * oracle.calls.length,
];

test('what models took is kept with the job, of a reading and of a question in its session', async () => {
  const reading = await asked({ question: 'When does the code reach 50?', depth: 'read' });
  expect(oracle.calls.length).toBeGreaterThan(1);
  expect(reading.kept).toEqual(counted());
  oracle.calls.length = 0;
  const { session_id } = JSON.parse(reading.answer);
  const followUp = await asked({ session_id, upload_id: undefined, question: 'And then?' });
  expect(oracle.calls.length).toBeGreaterThan(0);
  expect(followUp.kept).toEqual(counted());
  for (const { answer, told } of [reading, followUp]) {
    expect(`${answer}${told}`).not.toMatch(/model_calls|input_tokens|output_tokens|"tokens"/);
  }
}, 60_000);

test('a reading that fails keeps what it took all the same, and costs its caller nothing', async () => {
  oracle.answer = (call) => {
    const { content } = REACHED(call);
    return { content: { ...(content as object), stamps: { first: '500.00s', last: '900.00s' } } };
  };
  const { told, kept } = await asked({ question: 'What is there?', window: { from: 1, to: 3 } });
  expect(JSON.parse(told)).toMatchObject({ status: 'failed', credits_charged: 0 });
  expect(oracle.calls.length).toBeGreaterThan(0);
  expect(kept).toEqual(counted());
}, 60_000);
