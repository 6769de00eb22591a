import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { questionService } from '../../support/question-service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof questionService>;
let caller: Principal;
let upload_id: string;

beforeAll(async () => {
  service = questionService(await testTables());
});
beforeEach(async () => {
  caller = await service.caller();
  ({ upload_id } = await service.receiveUpload(caller, `a minute of ${caller.orgId}`));
});

/** Thirty schemas in one another: as deep as is taken. */
const deep = Array.from({ length: 15 }).reduce<object>((inner) => ({ properties: { in: inner } }), {
  type: 'string',
});

test.each([
  ['numbers beyond what a row holds', { type: 'number', maximum: 1e308, minimum: 1e-300 }],
  ['a member without a name', { type: 'object', properties: { '': { type: 'string' } } }],
  ['thirty schemas in one another', deep],
])('a question is answered whose schema has %s', async (_what, schema) => {
  const asked = await service.watch(caller, { upload_id, question: 'How much?', schema });
  if ('alreadyRead' in asked) throw new Error('it was read before');
  expect(asked.job).toMatchObject({ status: 'succeeded', request: { schema } });
  expect(await service.readAnswer(asked.job)).toHaveProperty('value');
});

test('as many words are taken as a row holds beside a schema, and no more', async () => {
  const words = { question: '🐎'.repeat(8000), instructions: '🐎'.repeat(8000) };
  const schema = { type: 'string', description: '馬'.repeat(32_000) };
  const context = Array.from({ length: 22 }, () => '🐎'.repeat(2000));
  const asked = { upload_id, ...words, schema, context };
  expect(await service.watch(caller, asked)).toMatchObject({ job: { status: 'succeeded' } });
  const more = { ...asked, context: [...context, '🐎'] };
  expect(() => service.parse(more)).toThrow('send less of it');
});

test('an item of a batch is answered whose schema has numbers beyond what a row holds', async () => {
  const schema = { type: 'integer', maximum: 2 ** 64 };
  const { batch_id } = await service.createBatch(caller, { items: [{ upload_id, schema }] });
  expect(await service.readBatch(caller.orgId, batch_id, 60)).toMatchObject({
    status: 'succeeded',
  });
});

test.each([
  [
    { from: -1, to: 5 },
    { from: 0, to: 5 },
  ],
  [
    { from: 5, to: 1e9 },
    { from: 5, to: 60 },
  ],
  [
    { from: 9, to: 5 },
    { from: 5, to: 9 },
  ],
])('the window %o is outside of the video, and %o is offered', async (window, offered) => {
  const asked = service.watch(caller, { upload_id, window });
  await expect(asked).rejects.toMatchObject({
    type: 'invalid_window',
    detail: { suggestion: { window: offered } },
    // A window has both its members.
    message: expect.not.stringContaining('Leave'),
  });
});

test('numbers that are too small for a row are zero', async () => {
  const tiny = { window: { from: 1e-200, to: 5 }, region: [0, 1e-200, 1, 1] };
  expect(await service.watch(caller, { upload_id, ...tiny })).toMatchObject({
    job: { status: 'succeeded', request: { window: { from: 0, to: 5 }, region: [0, 0, 1, 1] } },
  });
});

test('a link is not fetched for a window that no video has', async () => {
  const url = 'https://media.example/talk.mp4';
  const asked = service.watch(caller, { url, window: { from: 9, to: 5 }, sync: false });
  const detail = { suggestion: { window: { from: 5, to: 9 } } };
  await expect(asked).rejects.toMatchObject({ type: 'invalid_window', detail });
  expect(service.web.fetches).toBe(0);
});

test.each([
  ['up to half a second behind the end', { from: 0, to: 60.4 }, { from: 0, to: 60.3 }],
  ['all of the video, and by none', { from: 0, to: 60 }, undefined],
  ['none, and by all of the video', undefined, { from: 0, to: 60 }],
])('what was read by a window of %s is known to be read', async (_what, first, second) => {
  await service.watch(caller, { upload_id, window: first });
  const again = { upload_id, window: second, question: 'Who is the heir?' };
  expect(await service.watch(caller, again)).toMatchObject({
    alreadyRead: { status: 'already_read' },
  });
});
