import { join } from 'node:path';
import { dynamoJobIntake } from '../../layers/adapters/dynamo/jobs/job-intake.ts';
import { barcodeClip } from '../support/clips/barcode-clip.ts';
import { codeReaches } from '../support/models/oracle-server.ts';
import { type OracleRun, oracleRun } from '../support/oracle-run.ts';

const RATE = 25;
const SECONDS = 5;
const REACHED = codeReaches(50, RATE);

let run: OracleRun;
let upload: string;

beforeAll(async () => {
  run = await oracleRun(REACHED);
  const file = join(run.dir, 'codes.mp4');
  await barcodeClip({
    frames: RATE * SECONDS,
    rate: String(RATE),
    output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  });
  upload = (await run.caller.upload(file)).upload_id;
});

afterAll(() => run.stop());

beforeEach(() => {
  run.oracle.calls.length = 0;
  run.oracle.answer = REACHED;
});

/**
 * Asks, waits for the end, and tells what is kept of the tokens and what is answered of the job.
 */
async function asked(body: object) {
  const response = await run.caller.send('/v1/watch_video', {
    method: 'POST',
    body: JSON.stringify({ upload_id: upload, ...body }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await response.text();
  const [job] = await dynamoJobIntake(run.tables.db, run.tables.records).list(run.orgId, 1);
  const told = await (await run.caller.send(`/v1/jobs/${job?.job_id}`)).text();
  const { model_calls, input_tokens, output_tokens } = job ?? {};
  return { answer, told, kept: [model_calls, input_tokens, output_tokens] };
}

/** What the server counted: 2,000 for a sheet and 800 for the words, and 100 of each answer. */
const counted = () => [
  run.oracle.calls.length,
  run.oracle.calls.reduce((sum, { sheets }) => sum + 2_000 * sheets.length + 800, 0),
  100 * run.oracle.calls.length,
];

test('what models took is kept with the job, of a reading and of a question in its session', async () => {
  const reading = await asked({ question: 'When does the code reach 50?', depth: 'read' });
  expect(run.oracle.calls.length).toBeGreaterThan(1);
  expect(reading.kept).toEqual(counted());
  run.oracle.calls.length = 0;
  const { session_id } = JSON.parse(reading.answer);
  const followUp = await asked({ session_id, upload_id: undefined, question: 'And then?' });
  expect(run.oracle.calls.length).toBeGreaterThan(0);
  expect(followUp.kept).toEqual(counted());
  for (const { answer, told } of [reading, followUp]) {
    expect(`${answer}${told}`).not.toMatch(/model_calls|input_tokens|output_tokens|"tokens"/);
  }
});

test('a reading that fails keeps what it took all the same, and costs its caller nothing', async () => {
  run.oracle.answer = (call) => {
    const { content } = REACHED(call);
    return { content: { ...(content as object), stamps: { first: '500.00s', last: '900.00s' } } };
  };
  const { told, kept } = await asked({ question: 'What is there?', window: { from: 1, to: 3 } });
  expect(JSON.parse(told)).toMatchObject({ status: 'failed', credits_charged: 0 });
  expect(run.oracle.calls.length).toBeGreaterThan(0);
  expect(kept).toEqual(counted());
});
