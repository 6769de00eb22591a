import fc from 'fast-check';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { framesPrice } from '../../../layers/domain/accounts/prices.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { NO_DAMAGE } from '../../../layers/domain/sources/damage.ts';
import { joined } from '../../../layers/domain/stretches.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});
beforeEach(() => {
  service.engine.found = MINUTE;
  service.engine.damage = NO_DAMAGE;
  service.heard.damage = { silent: [], soundEnds: null, unheard: null };
});

async function uploaded() {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  return { principal, upload_id };
}

const entriesOf = async (principal: Principal, count: number) =>
  (await service.getCredits(principal, count)).ledger.map(({ reason, delta }) => [reason, delta]);

test('seconds that could not be decoded are gaps, and a note names them', async () => {
  service.engine.damage = {
    ...NO_DAMAGE,
    lost: [[10, 12.5]],
    doubtful: [[12.5, 14]],
    silent: [[10.1, 12.4]],
  };
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id, start: 5, detail: 'standard' });
  const { coverage, notes, credits_charged } = FramesResult.parse(body);

  expect(coverage).toEqual({
    covered_seconds: 52.5,
    of_total: 60,
    is_full_video: false,
    gaps: [
      { start: 0, end: 5 },
      { start: 10, end: 12.5 },
    ],
  });
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringContaining('could not be decoded in 10-12.5 s'),
      expect.stringContaining('decoded with errors in 12.5-14 s'),
      expect.stringContaining('its sound could not be decoded in 10.1-12.4 s'),
    ]),
  );
  // 55 s at 2 credits a minute, of which 2.5 s were given back.
  expect(credits_charged).toBe(1.75);
  expect(await entriesOf(principal, 2)).toEqual([
    ['refund:damaged', 0.09],
    ['frames:standard', -1.84],
  ]);
});

test('the same window again costs a fifth of what could be shown, drawn anew or not', async () => {
  service.engine.damage = { ...NO_DAMAGE, lost: [[10, 40]] };
  const { principal, upload_id } = await uploaded();
  const ask = async (body: object = {}) =>
    FramesResult.parse(
      (await service.frames(principal, { upload_id, detail: 'standard', ...body })).body,
    );
  expect(await ask()).toMatchObject({ credits_charged: 1, cache_hit: false });
  const draws = service.engine.draws;
  expect(await ask()).toMatchObject({ credits_charged: 0.2, cache_hit: true });
  expect(service.engine.draws).toBe(draws);
  // Another question about it, whose own read finds the same hole.
  expect(await ask({ qa: false })).toMatchObject({ credits_charged: 0.2, cache_hit: true });
  expect(await ask({ start: 30, end: 50 })).toMatchObject({
    credits_charged: 0.07,
    cache_hit: true,
    coverage: { covered_seconds: 10 },
  });
  // What turns out to be lost only now goes back as well.
  service.engine.damage = { ...NO_DAMAGE, lost: [[10, 50]] };
  expect(await ask({ start: 30, end: 60 })).toMatchObject({
    credits_charged: 0.07,
    cache_hit: true,
    coverage: { covered_seconds: 10 },
  });
  expect(await entriesOf(principal, 2)).toEqual([
    ['refund:damaged', 0.07],
    ['frames:standard:cached', -0.14],
  ]);
  expect(await entriesOf(principal, 8)).toContainEqual(['refund:damaged', 1]);
});

test('a result that was stored by a run that died gives back what it does not show', async () => {
  service.engine.damage = { ...NO_DAMAGE, lost: [[0, 30]] };
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id, sync: false, detail: 'standard' });
  const [message] = service.messages.splice(0);
  const { succeed } = service.runs;
  service.runs.succeed = () => Promise.reject(new Error('died'));
  await expect(service.deliver(message as never)).rejects.toThrow('died');
  service.runs.succeed = succeed;
  const draws = service.engine.draws;
  expect(await service.deliver(message as never)).toBe('done');
  expect(service.engine.draws).toBe(draws);
  expect(await service.getJob(principal.orgId, body.job_id)).toMatchObject({ credits_charged: 1 });
});

test('of sound that is lost nothing is paid either', async () => {
  service.heard.damage = { silent: [[12, 42]], soundEnds: null, unheard: null };
  const { principal, upload_id } = await uploaded();
  const { body } = await service.transcript(principal, { upload_id });
  expect(body).toMatchObject({ credits_charged: 0.25, cache_hit: false });
  expect(await entriesOf(principal, 2)).toEqual([
    ['refund:damaged', 0.25],
    ['transcript', -0.5],
  ]);
  expect((await service.transcript(principal, { upload_id })).body).toMatchObject({
    credits_charged: 0.05,
    cache_hit: true,
  });
});

test('sound that nobody can listen to is told of, and words that were judged of it are not', async () => {
  const unheard = 'The sound (ac4, 2 channels) was not listened to: it cannot be decoded here.';
  service.engine.damage = { ...NO_DAMAGE, unheard };
  const { principal, upload_id } = await uploaded();
  const ask = async () =>
    FramesResult.parse((await service.frames(principal, { upload_id, transcribe: true })).body);
  const { notes, transcript, technical } = await ask();
  expect(notes).toEqual([`${unheard} Nothing is known of its silences and words.`]);
  expect(transcript).toBeNull();
  expect(technical.silence_gaps).toEqual([]);

  service.written.captions = { language: 'en', segments: [] };
  expect((await ask()).transcript).toMatchObject({ source: 'captions' });
  service.written.captions = undefined;
});

test('a window that is silent because all of its sound is lost costs nothing', async () => {
  service.heard.damage = { silent: [[0, 60]], soundEnds: null, unheard: null };
  const { principal, upload_id } = await uploaded();
  await expect(service.transcript(principal, { upload_id })).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('sound of this file cannot be decoded in the window'),
  });
  expect((await service.getCredits(principal, 0)).topup_balance).toBe(100);
});

test('whatever is damaged, tiles, coverage and what was paid agree, and repeats never cost more', async () => {
  const principal = await service.caller('pro', 10_000);
  let files = 0;
  const hundredths = (credits: number | null) => Math.round((credits ?? Number.NaN) * 100);
  const second = fc.integer({ min: 0, max: 60_000 }).map((ms) => ms / 1000);
  const stretches = fc.array(fc.tuple(second, fc.integer({ min: 100, max: 20_000 })), {
    maxLength: 6,
  });
  const window = fc.tuple(second, fc.integer({ min: 200, max: 30_000 }));
  const level = fc.constantFrom('standard', 'detail', 'overview', 'fine');
  await fc.assert(
    fc.asyncProperty(stretches, window, level, async (lost, [at, ms], detail) => {
      const start = Math.min(at, 59);
      const end = Math.min(60, start + Math.min(ms / 1000, detail === 'fine' ? 10 : 30));
      service.engine.damage = {
        ...NO_DAMAGE,
        lost: joined(lost.map(([from, long]) => [from, from + long / 1000])),
      };
      files += 1;
      const { upload_id } = await service.receiveUpload(principal, `${files} ${principal.orgId}`);
      const before = (await service.getCredits(principal, 0)).topup_balance;
      let result: FramesResult;
      try {
        const call = { upload_id, detail, start, end, overlap: false };
        result = FramesResult.parse((await service.frames(principal, call)).body);
      } catch (error) {
        expect(error).toMatchObject({ type: 'no_video_stream' });
        expect((await service.getCredits(principal, 0)).topup_balance).toBe(before);
        return;
      }
      const { coverage, sheets, credits_charged, cache_hit } = result;
      const times = sheets.flatMap(({ frame_times }) => frame_times);
      expect(result.total_frames).toBe(times.length);
      expect(times.length).toBeGreaterThan(0);
      for (const time of times) {
        expect(coverage.gaps.some((gap) => time >= gap.start && time < gap.end)).toBe(false);
      }
      const missing = coverage.gaps.reduce((sum, gap) => sum + gap.end - gap.start, 0);
      expect(coverage.covered_seconds + missing).toBeCloseTo(coverage.of_total, 2);
      expect(coverage.is_full_video).toBe(coverage.gaps.length === 0);
      const full = framesPrice(detail, coverage.covered_seconds);
      const paid = hundredths(credits_charged);
      expect(paid).toBeLessThanOrEqual(cache_hit ? Math.ceil(full / 5) : full);
      const after = (await service.getCredits(principal, 0)).topup_balance;
      expect(hundredths(before - after)).toBe(paid);
      // Drawn before, it costs no more than a fifth of what it shows.
      const call = { upload_id, detail, start, end, overlap: false };
      const again = FramesResult.parse((await service.frames(principal, call)).body);
      expect(again.cache_hit).toBe(true);
      expect(hundredths(again.credits_charged)).toBeLessThanOrEqual(Math.ceil(full / 5));
    }),
    { numRuns: 12, seed: 20_261_122 },
  );
});

test('a file that has less than it states says so in each answer', async () => {
  service.engine.found = { ...MINUTE, stated: 100 };
  const { principal, upload_id } = await uploaded();
  const note = expect.stringContaining('states a length of 100 s, but only 60 s of it can be read');

  expect((await service.frames(principal, { upload_id })).body).toMatchObject({
    notes: expect.arrayContaining([note]),
  });
  expect((await service.transcript(principal, { upload_id })).body).toMatchObject({
    notes: expect.arrayContaining([note]),
  });
});

test('a window of which nothing can be decoded costs nothing', async () => {
  service.engine.failures.push(new DomainError('no_video_stream', 'Nothing there.'));
  const { principal, upload_id } = await uploaded();
  await expect(service.frames(principal, { upload_id })).rejects.toMatchObject({
    type: 'no_video_stream',
  });
  const { ledger, topup_balance } = await service.getCredits(principal, 2);
  expect(ledger.map(({ reason }) => reason)).toEqual(['refund', 'frames:standard']);
  expect(topup_balance).toBe(100);
});
