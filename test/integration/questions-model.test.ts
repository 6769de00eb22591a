import { join } from 'node:path';
import { Answer } from '../../layers/domain/questions/question.ts';
import { barcodeClip } from '../support/clips/barcode-clip.ts';
import { codeReaches, type OracleAnswer } from '../support/models/oracle-server.ts';
import { toldInPass } from '../support/models/plain-model.ts';
import { type OracleRun, oracleRun } from '../support/oracle-run.ts';

const RATE = 25;
const SECONDS = 20;

let run: OracleRun;
let upload: string;

beforeAll(async () => {
  run = await oracleRun(codeReaches(200, RATE));
  const file = join(run.dir, 'codes.mp4');
  await barcodeClip({
    frames: RATE * SECONDS,
    rate: String(RATE),
    size: [320, 180],
    output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  });
  upload = (await run.caller.upload(file)).upload_id;
});

afterAll(() => run.stop());

beforeEach(() => {
  run.oracle.calls.length = 0;
  run.oracle.answer = codeReaches(200, RATE);
});

const ask = (body: Record<string, unknown>): Promise<Answer> =>
  run.caller.post(Answer, '/v1/watch_video', { upload_id: upload, ...body });

const passes = () => run.oracle.calls.map(({ pass }) => pass);

test('a reading surveys, opens, answers and checks; the answer names the second that the pixels tell', async () => {
  const body = await ask({
    question: 'When does the code reach 200?',
    schema: {
      type: 'object',
      properties: { reached_second: { type: 'number' }, by: { type: 'string' } },
    },
  });
  expect(passes()).toEqual(['survey', 'answer', 'check']);
  // Frame 200 is shown at second 8; the survey has a tile there, and the close look as well.
  expect(body).toMatchObject({
    answer: 'The code is reached. [8s]',
    seen_at: [8],
    value: { reached_second: 8, by: null },
    unanswered: [{ field: 'by', reason: expect.any(String) }],
    cached: false,
    credits_charged: 1.2,
  });
  const [survey, answer] = run.oracle.calls;
  expect(survey?.sheets.flat()).toEqual(Array.from({ length: 40 }, (_, n) => Math.floor(n * 12.5)));
  expect(answer?.sheets.flat()).toContain(200);
});

test('a glance is one call, and costs a sixth', async () => {
  const body = await ask({
    question: 'When does the code reach 200?',
    window: { from: 7.5, to: 9 },
    depth: 'glance',
  });
  expect(passes()).toEqual(['answer']);
  expect([body.seen_at, body.credits_charged]).toEqual([[8], 0.2]);
});

test('only the window that is asked for is sent', async () => {
  run.oracle.answer = codeReaches(300, RATE);
  const body = await ask({
    question: 'When does the code reach 300?',
    window: { from: 10, to: 14 },
    depth: 'read',
  });
  const numbers = run.oracle.calls.flatMap(({ sheets }) => sheets.flat());
  expect([Math.min(...numbers), Math.max(...numbers) < 14 * RATE]).toEqual([250, true]);
  expect([body.seen_at, body.credits_charged]).toEqual([[12], 0.6]);
});

test('an answer that invents seconds is asked for once more, and then is no answer', async () => {
  run.oracle.answer = (call) => {
    const { content } = codeReaches(200, RATE)(call);
    if (call.pass !== 'answer') return { content };
    return {
      content: {
        ...(content as object),
        sentences: [{ text: 'It rains.', seconds: [777] }],
        fields: [],
      },
    };
  };
  const body = await ask({ question: 'Does it rain?', window: { from: 1, to: 5 } });
  expect(passes()).toEqual(['survey', 'answer', 'answer']);
  expect(body.seen_at).toEqual([]);
  expect(body.answer).not.toContain('rains');
  expect(body.unresolved.length).toBeGreaterThan(0);
});

/** The oracle answers as any model does, but for what is said of a pass. */
const answering = (pass: string, differently: (calls: number) => object): void => {
  let calls = 0;
  run.oracle.answer = (call) => {
    const told = toldInPass(call.pass, call.text);
    if (call.pass !== pass) return { content: told };
    calls += 1;
    return { content: { ...told, ...differently(calls) } };
  };
};

test('a second is understood as a stamp or a clock too; what is none takes its sentence along, and no other', async () => {
  answering('answer', () => ({
    sentences: [
      { text: 'It is early.', seconds: ['0:02'] },
      { text: 'It is later.', seconds: ['2.48s'] },
      { text: 'It is never.', seconds: [null] },
      { text: 'It is soon.', seconds: ['soon'] },
    ],
    missing: null,
  }));
  const window = { from: 1, to: 4 };
  const body = await ask({ question: 'When is it?', window, depth: 'glance', rewatch: true });
  expect(body.answer).toBe('It is early. [2s] It is later. [2.48s]');
  const dropped = body.unresolved.filter(({ reason }) => reason.startsWith('Something was said'));
  expect(dropped).toHaveLength(1);
});

test('a repaired answer of a model that did not see the sheets takes nothing from the first one', async () => {
  answering('answer', (calls) =>
    calls === 1
      ? {
          sentences: [
            { text: 'It is there.', seconds: [2] },
            { text: 'It is not.', seconds: [777] },
          ],
        }
      : { stamps: { first: '', last: '' } },
  );
  const window = { from: 1, to: 5 };
  const body = await ask({ question: 'Is it there?', window, depth: 'glance', rewatch: true });
  expect(body.answer).toBe('It is there. [2s]');
});

test('a sentence that is too long ends with a sentence and a mark, and its rest is unresolved', async () => {
  const said = 'It goes on and on. ';
  answering('answer', () => ({ sentences: [{ text: said.repeat(150), seconds: [2] }] }));
  const window = { from: 1, to: 5 };
  const body = await ask({ question: 'How?', window, depth: 'glance', rewatch: true });
  expect(body.answer).toBe(`${said.repeat(105)}… [2s]`);
  const [left] = body.unresolved.filter(({ reason }) => reason.startsWith('More was said'));
  expect(left).toMatchObject({ from: 2, region: null });
});

test('sentences beyond the two hundredth are left out, and their seconds are unresolved', async () => {
  const sentences = Array.from({ length: 203 }, (_, at) => ({
    text: `It is ${'i'.repeat(at + 1)}.`,
    seconds: [at < 200 ? 1.6 : 4],
  }));
  answering('answer', () => ({ sentences }));
  const window = { from: 1, to: 5 };
  const body = await ask({ question: 'How long?', window, depth: 'glance', rewatch: true });
  const left = body.unresolved.filter(({ reason }) => reason.startsWith('More was said'));
  expect(left.map(({ from }) => from)).toEqual([4]);
});

/** A reply whose content ends where the model was told to stop. */
const brokenOff = (content: string | null): OracleAnswer => ({
  body: {
    choices: [{ finish_reason: 'length', message: { content } }],
    usage: { prompt_tokens: 50_000, completion_tokens: 8_000 },
  },
});

test('an answer that was cut off at its limit is asked for once more, and shorter', async () => {
  const texts: string[] = [];
  run.oracle.answer = ({ pass, text }) => {
    texts.push(text);
    return texts.length === 1 ? brokenOff('{"stamps":{') : { content: toldInPass(pass, text) };
  };
  const window = { from: 1, to: 5 };
  const asked = { question: 'What is there?', window, depth: 'glance', rewatch: true };
  const body = await ask(asked);
  expect(body.seen_at).toEqual([1]);
  expect(texts).toHaveLength(2);
  expect(texts[1]).toContain('was cut off. Say less.');
});

test.each([
  ['its answer', '{"stamps":{', 2, 'answered at more length than its limit of tokens allows'],
  ['its thoughts', '<think>Maybe', 1, 'before it began to answer'],
])(
  'a model that is cut off in %s fails the question, which says so and costs nothing',
  async (_what, content, calls, why) => {
    run.oracle.answer = () => brokenOff(content);
    const { error } = await run.caller.refusedPost('/v1/watch_video', {
      upload_id: upload,
      question: 'What is there?',
      window: { from: 1, to: 5 },
      depth: 'glance',
      rewatch: true,
    });
    expect(error.type).toBe('processing_failed');
    expect(error.message).toContain(why);
    expect(error.message).toContain('Nothing was charged.');
    expect(passes()).toHaveLength(calls);
  },
);

test('what is stated beyond what one check takes is named as unchecked', async () => {
  const sentences = Array.from({ length: 61 }, (_, at) => ({
    text: `It is ${'i'.repeat(at + 1)}.`,
    seconds: [at < 60 ? 1 : 4],
  }));
  answering('answer', () => ({ sentences }));
  const { unresolved } = await ask({
    question: 'How often is it?',
    window: { from: 1, to: 5 },
    depth: 'read',
    rewatch: true,
  });
  const [unchecked] = unresolved.filter(({ reason }) => reason.includes('could not be checked'));
  expect(unchecked?.from).toBeLessThanOrEqual(4);
  expect(unchecked?.to).toBeGreaterThanOrEqual(4);
});

test('a doubtful region is told as one of the whole picture, and can be sent back with its window', async () => {
  const doubt = { from: 2, to: 3, reason: 'It is small.' };
  answering('answer', () => ({
    doubtful: [
      { ...doubt, region: [0.5, 0, 1, 0.5] },
      { ...doubt, reason: 'It is dark.', region: null },
    ],
  }));
  const window = { from: 1, to: 5 };
  const asked = { question: 'What is there?', window, depth: 'glance', rewatch: true };
  const body = await ask({ ...asked, region: [0.25, 0.25, 0.75, 0.75] });
  const unresolved = body.unresolved.filter(({ reason }) => reason.startsWith('It is'));
  expect(unresolved.map(({ reason, region }) => [reason, region])).toEqual([
    ['It is small.', [0.5, 0.25, 0.75, 0.5]],
    ['It is dark.', [0.25, 0.25, 0.75, 0.75]],
  ]);
  const [{ from, to, region } = { from: 0, to: 0, region: null }] = unresolved;
  answering('answer', () => ({}));
  const closer = await ask({ ...asked, window: { from, to }, region });
  expect(closer.seen_at).toEqual([from]);
});

test('a doubt that points at nothing can be sent back as it stands', async () => {
  const reason = 'It is dark.';
  answering('answer', () => ({ doubtful: [{ from: 2, to: 3, reason, region: null }] }));
  const asked = { question: 'What is here?', depth: 'glance', rewatch: true };
  const body = await ask({ ...asked, window: { from: 1, to: 5 } });
  const doubt = body.unresolved.find((entry) => entry.reason === reason);
  expect(doubt).toEqual({ from: 2, to: 3, reason, region: null });
  answering('answer', () => ({}));
  const { from = 0, to = 0, region } = doubt ?? {};
  const closer = await ask({ ...asked, window: { from, to }, region });
  expect(closer.seen_at).toEqual([from]);
});

test('an answer has no character that a database refuses, no half of one, and none that turns its seconds round', async () => {
  run.oracle.answer = (call) => {
    const { content } = codeReaches(200, RATE)(call);
    if (call.pass !== 'answer') return { content };
    const sentences = [{ text: 'It\u0000 is \ud83dthere.\u0007\u202e', seconds: [8] }];
    const json = '"a\\u0000b\\ud83d"';
    const fields = [{ path: 'word', json, seconds: [8], reason: '' }];
    return { content: { ...(content as object), sentences, fields } };
  };
  const { answer, value } = await ask({
    question: 'Which word is there?',
    schema: { type: 'object', properties: { word: { type: 'string' } } },
    rewatch: true,
  });
  expect({ answer, value }).toEqual({
    answer: 'It is \ufffdthere. [8s]',
    value: { word: 'ab\ufffd' },
  });
});

test('a model that cannot copy the stamps did not see the sheets: the question fails and costs nothing', async () => {
  run.oracle.answer = (call) => {
    const { content } = codeReaches(200, RATE)(call);
    return { content: { ...(content as object), stamps: { first: '500.00s', last: '900.00s' } } };
  };
  const { status, error } = await run.caller.refusedPost('/v1/watch_video', {
    upload_id: upload,
    question: 'What is there?',
    window: { from: 2, to: 6 },
  });
  expect([status, error.type]).toEqual([500, 'processing_failed']);
  expect(error.message).toContain('did not see');
  expect(error.message).toContain('Nothing was charged. Sending the same call again is safe;');
});

test('a server that takes a single picture is sent a single one', async () => {
  run.oracle.answer = (call) =>
    call.sheets.length > 1
      ? {
          status: 400,
          body: { error: { message: 'At most 1 image(s) may be provided in one request.' } },
        }
      : codeReaches(200, RATE)(call);
  const body = await ask({
    question: 'When does the code reach 200?',
    window: { from: 0, to: 19 },
    depth: 'glance',
  });
  // The one sheet that was seen ends before the code is reached, or holds it: the rest is named.
  expect(run.oracle.calls.at(-1)?.sheets.length).toBe(1);
  expect(body.seen_at.length + body.unresolved.length).toBeGreaterThan(0);
});

test('twelve who ask the same at once are answered by one reading, paid once', async () => {
  const question = { question: 'When is it 200?', window: { from: 6, to: 10 } };
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(question)));
  expect(passes()).toEqual(['survey', 'answer', 'check']);
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1);
  const paid = answers.filter(({ credits_charged }) => credits_charged > 0);
  expect([paid.length, answers.filter(({ cached }) => cached).length]).toEqual([1, 11]);
});

test('what is watched again is read and paid again, however often at once, each in a session of its own', async () => {
  const question = { question: 'When is it 200?', window: { from: 7.6, to: 8.4 }, depth: 'glance' };
  const again = { ...question, rewatch: true };
  const first = await ask(question);
  const answers = [first, ...(await Promise.all(Array.from({ length: 6 }, () => ask(again))))];
  expect(passes()).toEqual(answers.map(() => 'answer'));
  expect(answers.map(({ cached, credits_charged }) => [cached, credits_charged])).toEqual(
    answers.map(() => [false, 0.2]),
  );
  expect(new Set(answers.map(({ session_id }) => session_id)).size).toBe(answers.length);
});

test('a schema that is filled without a word says where to look', async () => {
  run.oracle.answer = (call) => {
    const { content } = codeReaches(200, RATE)(call);
    return { content: { ...(content as object), sentences: [] } };
  };
  const body = await ask({
    question: 'Which second?',
    window: { from: 7, to: 8.6 },
    depth: 'glance',
    schema: { type: 'object', properties: { reached_second: { type: 'number' } } },
  });
  expect(body).toMatchObject({
    answer: 'What was found is in `value`.',
    value: { reached_second: 8 },
  });
});

test('members that nobody asked for are no part of an answer, be they true or not', async () => {
  const invented = { path: 'colour', json: '"red"', reason: '' };
  const inventing = (sentences: unknown[], seconds: number[]): void => {
    run.oracle.answer = (call) => {
      const { content } = codeReaches(200, RATE)(call);
      const fields = [{ ...invented, seconds }];
      return { content: { ...(content as object), sentences, fields } };
    };
  };
  const glance = { window: { from: 7, to: 8.4 }, depth: 'glance' };
  inventing([{ text: 'The code is reached.', seconds: [8] }], [777]);
  const answered = await ask({ ...glance, question: 'Is 200 reached?' });
  expect([answered.answer, answered.unanswered, passes()]).toEqual([
    'The code is reached. [8s]',
    [],
    ['answer'],
  ]);
  inventing([], [8]);
  const nothing = await ask({ ...glance, question: 'Is it raining?', rewatch: true });
  expect(nothing.unanswered).toEqual([{ field: 'question', reason: expect.any(String) }]);
});

test('a model that refuses is told of with what to do instead, and costs nothing', async () => {
  run.oracle.answer = () => ({
    body: {
      choices: [{ finish_reason: 'stop', message: { refusal: 'I cannot help with that.' } }],
    },
  });
  const { status, error } = await run.caller.refusedPost('/v1/watch_video', {
    upload_id: upload,
    question: 'Who is that?',
    window: { from: 3, to: 6 },
  });
  expect([status, error.type, passes()]).toEqual([500, 'processing_failed', ['survey']]);
  expect(error.message).toContain('Nothing was charged. Put the question in other words');
});

test('a question in a session is answered out of the notes, without pictures, for a tenth of a credit', async () => {
  const first = await ask({
    question: 'When does the code reach 200?',
    window: { from: 7, to: 9 },
  });
  run.oracle.calls.length = 0;
  const body = await ask({ session_id: first.session_id, question: 'And what else?' });
  expect([passes(), run.oracle.calls[0]?.sheets]).toEqual([['answer'], []]);
  expect(run.oracle.calls[0]?.text).toContain('The code is 200');
  expect([body.session_id, body.credits_charged]).toEqual([first.session_id, 0.1]);
});

test('what the notes of a session do not hold is unanswered, and the window to look at is named', async () => {
  const window = { from: 7, to: 9 };
  const { session_id } = await ask({ question: 'When does the code reach 200?', window });
  const missing = [{ field: 'question', reason: 'No hat is noted.' }];
  answering('answer', () => ({ sentences: [], missing }));
  const body = await ask({ session_id, question: 'What colour is the hat?' });
  expect(body.unanswered).toEqual(missing);
  expect(body.unresolved).toEqual([{ from: 7, to: 9, reason: expect.any(String), region: null }]);
  const doubtful = [{ from: 7.5, to: 8.5, reason: 'There may be one.', region: null }];
  answering('answer', () => ({ sentences: [], missing, doubtful }));
  const narrower = await ask({ session_id, question: 'Is there a hat?' });
  expect(narrower.unresolved).toMatchObject([{ reason: 'There may be one.' }]);
});

test('a question in a session is told what its price pays for, the notes that bear on it first', async () => {
  answering('survey', () => ({
    notes: Array.from({ length: 200 }, (_, at) => ({
      kind: 'scene',
      from: 1,
      to: 2,
      text: at === 150 ? 'A zebra is there.' : `Something ${'very '.repeat(20)}plain is there.`,
      certainty: 1,
    })),
  }));
  const window = { from: 1, to: 6 };
  const asked = { question: 'What is there?', window, depth: 'read', rewatch: true };
  const { session_id } = await ask(asked);
  run.oracle.calls.length = 0;
  await ask({ session_id, question: 'Where is the zebra?' });
  const [call] = run.oracle.calls;
  expect(call?.text).toContain('A zebra is there.');
  // A tenth of a credit pays for a thousand tokens, of some four letters each.
  expect((call?.system.length ?? 0) + (call?.text.length ?? 0)).toBeLessThanOrEqual(4_000);
  // What has none of the words is told as far as there is room.
  await ask({ session_id, question: 'Чи є ще?' });
  expect(run.oracle.calls.at(-1)?.text).toContain('plain is there.');
});
