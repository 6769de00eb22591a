import { NO_DAMAGE } from '../../../layers/domain/damage.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { FramesResult } from '../../../layers/domain/frames.ts';
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
});

async function uploaded() {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  return { principal, upload_id };
}

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
  // The price was known before the damage was.
  expect(credits_charged).toBe(1.84);
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
