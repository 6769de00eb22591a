import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { TranscriptResult } from '../../../layers/domain/transcript/transcript.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const segment = (start: number, end: number, text: string) => ({ start, end, text, confidence: 1 });
const CAPTIONS = {
  language: 'en',
  segments: [segment(1, 3, 'Good evening.'), segment(30, 33, '[applause]')],
};
let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});
beforeEach(() => {
  service.engine.found = MINUTE;
  service.written.captions = CAPTIONS;
  service.written.reads = 0;
});

async function uploaded() {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  return { principal, upload_id };
}

test('a minute of captions costs half a credit, and again a fifth of that', async () => {
  const { principal, upload_id } = await uploaded();
  const first = await service.transcript(principal, { upload_id });
  expect(TranscriptResult.parse(first.body)).toMatchObject({
    source: 'captions',
    language: 'en',
    text: 'Good evening. [applause]',
    credits_charged: 0.5,
    cache_hit: false,
    speech: { is_speech: true },
  });
  const second = await service.transcript(principal, { upload_id, start: 10, end: 40 });
  expect(second.body).toMatchObject({ credits_charged: 0.05, cache_hit: true, text: '[applause]' });
  const { ledger } = await service.getCredits(principal, 2);
  expect(ledger.map(({ reason, delta }) => [reason, delta])).toEqual([
    ['transcript:cached', -0.05],
    ['transcript', -0.5],
  ]);
});

test('a file with neither sound nor captions is heard for nothing, also by an empty wallet', async () => {
  service.engine.found = { ...MINUTE, audio: [], captions: 0 };
  service.written.captions = undefined;
  const principal = await service.caller('pro', 0);
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  for (const cache_hit of [false, true]) {
    const { body } = await service.transcript(principal, { upload_id });
    expect(body).toMatchObject({ credits_charged: 0, cache_hit, segments: [] });
  }
  const { ledger } = await service.getCredits(principal, 5);
  expect(ledger.filter(({ job_id }) => job_id !== null)).toEqual([]);
});

test('captions of a file without sound are paid for as words are', async () => {
  service.engine.found = { ...MINUTE, audio: [], captions: 1 };
  const { principal, upload_id } = await uploaded();
  const { body } = await service.transcript(principal, { upload_id });
  expect(body).toMatchObject({ credits_charged: 0.5, source: 'captions' });
});

test('another language is another transcript, and frames paid for are no transcript', async () => {
  const { principal, upload_id } = await uploaded();
  await service.frames(principal, { upload_id });
  for (const language of ['auto', 'de', 'de-AT']) {
    const { body } = await service.transcript(principal, { upload_id, language });
    expect(body).toMatchObject({ credits_charged: 0.5, cache_hit: false });
  }
  const { body } = await service.transcript(principal, { upload_id, language: 'DE' });
  expect(body).toMatchObject({ credits_charged: 0.1, cache_hit: true });
});

test('another format of the same window is served without listening again', async () => {
  const { principal, upload_id } = await uploaded();
  await service.transcript(principal, { upload_id, words: true });
  const { body: srt } = await service.transcript(principal, { upload_id, format: 'srt' });
  const { body: text } = await service.transcript(principal, { upload_id, format: 'text' });
  expect(srt).toMatchObject({
    subtitles: expect.stringContaining('00:00:01,000 --> 00:00:03,000'),
  });
  expect(text).not.toHaveProperty('subtitles');
  expect(service.written.reads).toBe(1);
});

test('words are timed only when they were asked for', async () => {
  const { principal, upload_id } = await uploaded();
  service.written.captions = {
    language: null,
    segments: [
      { ...segment(1, 2, 'Hi.'), words: [{ start: 1, end: 2, word: 'Hi.', confidence: 1 }] },
    ],
  };
  const { body: plain } = await service.transcript(principal, { upload_id });
  const { body: timed } = await service.transcript(principal, { upload_id, words: true });
  expect(plain).not.toHaveProperty('segments.0.words');
  expect(timed).toHaveProperty('segments.0.words.0.word', 'Hi.');
});

test('where the captions name sounds only, nobody speaks', async () => {
  const { principal, upload_id } = await uploaded();
  const { body } = await service.transcript(principal, { upload_id, start: 20 });
  expect(body).toMatchObject({ text: '[applause]', speech: { is_speech: false } });
});

test('a queued transcript is in its job, equal to the call that waits', async () => {
  const { principal, upload_id } = await uploaded();
  const queued = await service.transcript(principal, { upload_id, sync: false, format: 'vtt' });
  await service.workOff();
  const job = await service.getJob(principal.orgId, queued.body.job_id);
  expect(job).toMatchObject({
    status: 'succeeded',
    operation: 'transcript',
    detail: null,
    result: { job_id: queued.body.job_id, subtitles: expect.stringMatching(/^WEBVTT/) },
  });
});

test('a window without a length is refused, and a longer one is offered', async () => {
  const { principal, upload_id } = await uploaded();
  for (const end of [55, 55.0004]) {
    await expect(
      service.transcript(principal, { upload_id, start: 55, end }),
    ).rejects.toMatchObject({
      type: 'invalid_window',
      detail: { suggestion: { start: 55, end: 60 } },
    });
  }
});

test('a window outside the video is refused before anything is charged', async () => {
  const { principal, upload_id } = await uploaded();
  await expect(service.transcript(principal, { upload_id, start: 100 })).rejects.toMatchObject({
    type: 'invalid_window',
  });
  expect((await service.getCredits(principal, 1)).topup_balance).toBe(100);
});

/** A caption every hundredth of a second: more than one transcript holds. */
const manyCaptions = () => ({
  language: 'en',
  segments: Array.from({ length: 6_000 }, (_, at) =>
    segment(at / 100, (at + 1) / 100, `caption ${at}`),
  ),
});

test('a transcript that is too long ends at a segment, is priced by what it covers, and goes on', async () => {
  service.written.captions = manyCaptions();
  const { principal, upload_id } = await uploaded();
  const ask = async (body: object = {}) =>
    TranscriptResult.parse((await service.transcript(principal, { upload_id, ...body })).body);
  const first = await ask();
  expect(first).toMatchObject({
    truncated: { next_start: 50 },
    credits_charged: 0.42,
    cache_hit: false,
    notes: [expect.stringContaining('POST /v1/transcript with start 50 goes on from there')],
  });
  const rest = await ask({ start: first.truncated?.next_start });
  expect(rest).toMatchObject({ credits_charged: 0.09, notes: [] });
  expect(rest).not.toHaveProperty('truncated');
  const said = [...first.segments, ...rest.segments].map(({ text }) => text);
  expect(said).toEqual(manyCaptions().segments.map(({ text }) => text));
  // A fifth of what it covers, not of the window.
  expect(await ask()).toMatchObject({ credits_charged: 0.09, cache_hit: true });
  expect(await ask({ start: 10, end: 30 })).toMatchObject({ credits_charged: 0.04 });

  const { ledger, topup_balance } = await service.getCredits(principal, 20);
  expect(ledger.map(({ reason }) => reason)).toContain('refund:truncated');
  expect(topup_balance).toBe(99.36);
});

test('the transcript among the sheets has the same limits, and tells where the words go on', async () => {
  service.written.captions = manyCaptions();
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id, detail: 'overview' });
  const { transcript, notes, sheets, credits_charged } = FramesResult.parse(body);
  expect(transcript?.segments).toHaveLength(5_000);
  expect(transcript?.truncated).toEqual({ next_start: 50 });
  expect(notes).toContainEqual(expect.stringContaining('POST /v1/transcript with start 50'));
  expect(sheets.at(-1)?.spoken).toMatch(/caption 4999$/);
  expect(credits_charged).toBe(1);
});

test('no more is recognised once a transcript is full', async () => {
  service.written.captions = undefined;
  service.heard.found.stretches = Array.from({ length: 60 }, (_, start) => ({
    start,
    samples: new Int16Array(1),
  }));
  let heard = 0;
  service.heard.recognise = async () => {
    heard += 1;
    const text = Array(1_000).fill('word').join(' ');
    return { language: 'en', segments: [segment(0, 1, text)] };
  };
  const { principal, upload_id } = await uploaded();
  const { body } = await service.transcript(principal, { upload_id });
  expect(body).toMatchObject({ truncated: { next_start: 20 }, credits_charged: 0.17 });
  expect(heard).toBeLessThan(25);
});
