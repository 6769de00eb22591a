import { OPERATIONS } from '../../../layers/app/operations/operations.ts';
import { makeRunOperation } from '../../../layers/app/operations/run-operation.ts';
import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { drawnFrom } from '../../../layers/domain/videos/video-record.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

/** Frames as they were kept while the whole plan, its words included, was the key. */
const FORMER_FRAMES: typeof OPERATIONS.frames = {
  ...OPERATIONS.frames,
  plan(request, video, by) {
    const planned = OPERATIONS.frames.plan(request, video, by);
    const { transcribe, language } = request;
    const drawn = [6, drawnFrom(video), planned.plan, transcribe && language];
    return { ...planned, question: [drawn, transcribe && by.recogniser] };
  },
};

async function readBefore() {
  const service = testService(await testTables());
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'read before');
  const now = service.works.frames;
  service.works.frames = makeRunOperation(FORMER_FRAMES, service.readers, service.running);
  const call = { upload_id, detail: 'standard', idempotency_key: 'once' };
  const first = FramesResult.parse((await service.frames(principal, call)).body);
  service.works.frames = now;
  return { service, principal, call, first };
}

test('a window read under a former key costs a fifth and is drawn once more', async () => {
  const { service, principal, call, first } = await readBefore();
  expect(first.credits_charged).toBeGreaterThan(0);
  const again = async () => {
    const { body } = await service.frames(principal, { ...call, idempotency_key: undefined });
    return FramesResult.parse(body);
  };
  const repeat = { credits_charged: (first.credits_charged ?? 0) / 5, cache_hit: true };
  expect(service.engine.draws).toBe(1);
  expect(await again()).toMatchObject(repeat);
  expect(service.engine.draws).toBe(2);
  expect(await again()).toMatchObject(repeat);
  expect(service.engine.draws).toBe(2);
});

test('the job that read it, and a repeat under its key, answer with it free', async () => {
  const { service, principal, call, first } = await readBefore();
  const { topup_balance: left } = await service.getCredits(principal, 0);
  expect((await service.frames(principal, call)).body).toMatchObject({ job_id: first.job_id });
  const job = await service.getJob(principal.orgId, first.job_id);
  expect(job.result).toMatchObject({ total_frames: first.total_frames });
  expect(service.engine.draws).toBe(1);
  expect((await service.getCredits(principal, 0)).topup_balance).toBe(left);
});

test('a language in other letters is the same drawing', async () => {
  const service = testService(await testTables());
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'spoken');
  await service.frames(principal, { upload_id, language: 'pt-BR' });
  await service.frames(principal, { upload_id, language: 'PT-br' });
  expect(service.engine.draws).toBe(1);
});
