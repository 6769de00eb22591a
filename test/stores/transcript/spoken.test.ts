import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { segmentsOf } from '../../../layers/domain/transcript/segments.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});

async function frames(request: object = {}) {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const { body } = await service.frames(principal, { upload_id, detail: 'standard', ...request });
  return FramesResult.parse(body);
}

test('each sheet carries the words that begin between it and the next', async () => {
  const word = (at: number) => ({ start: at, end: at + 0.5, word: `at${at}`, confidence: 0.9 });
  service.heard.found.stretches = [{ start: 0, samples: new Int16Array(1) }];
  service.heard.recognise = async () => ({
    language: 'en',
    segments: segmentsOf([1, 5.9, 6, 13].map(word)),
  });
  const { sheets, transcript } = await frames();
  expect(sheets.slice(0, 3).map(({ t0, spoken }) => [t0, spoken])).toEqual([
    [0, 'at1 at5.9'],
    [6, 'at6'],
    [12, 'at13'],
  ]);
  expect(transcript).toMatchObject({ language: 'en', text: 'at1 at5.9 at6 at13' });
  expect(transcript?.segments[0]).not.toHaveProperty('words');
});

test('frames succeed when only the speech part fails, and say so', async () => {
  service.heard.found.stretches = [{ start: 0, samples: new Int16Array(1) }];
  service.heard.recognise = async () => {
    throw new Error('secret detail of the inside');
  };
  const { transcript, notes, sheets } = await frames();
  expect(transcript).toBeNull();
  expect(sheets[0]?.spoken).toBe('');
  expect(notes).toEqual(['The sound was not transcribed. The recogniser failed.']);
});

test('frames whose speech part failed are read again when they are asked again, at the price of a repeat', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const ask = async () => {
    const { body } = await service.frames(principal, { upload_id, detail: 'standard' });
    return FramesResult.parse(body);
  };
  service.heard.found.stretches = [{ start: 0, samples: new Int16Array(1) }];
  service.heard.recognise = async () => {
    throw new Error('down');
  };
  const first = await ask();
  service.heard.recognise = async () => ({
    language: 'en',
    segments: segmentsOf([{ start: 0, end: 1, word: 'heard', confidence: 0.9 }]),
  });
  const [again, third] = [await ask(), await ask()];
  expect([first, again, third].map(({ transcript }) => transcript?.text)).toEqual([
    undefined,
    'heard',
    'heard',
  ]);
  expect(again.credits_charged).toBeCloseTo(0.2 * (first.credits_charged ?? 0));
  const kept = await service.getJob(principal.orgId, first.job_id);
  expect(kept.result).toMatchObject({ transcript: null });
});

test('nobody listens when nothing was asked about what is said', async () => {
  service.heard.recognise = async () => {
    throw new Error('listened');
  };
  const { transcript, notes } = await frames({ transcribe: false });
  expect([transcript, notes]).toEqual([null, []]);
});

test('a transcript whose recogniser fails is refunded', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  service.heard.recognise = async () => {
    throw new Error('down');
  };
  const { body } = await service.transcript(principal, { upload_id, sync: false });
  const message = service.messages.shift() ?? { orgId: '', jobId: '' };
  await expect(service.deliver(message)).rejects.toThrow('down');
  await expect(service.deliver(message, { lastDelivery: true })).rejects.toThrow('down');
  const job = await service.getJob(principal.orgId, body.job_id);
  expect(job).toMatchObject({ status: 'failed', error: { type: 'processing_failed' } });
  const { ledger, topup_balance } = await service.getCredits(principal, 2);
  expect(ledger.map(({ reason, delta }) => [reason, delta])).toEqual([
    ['refund', 0.5],
    ['transcript', -0.5],
  ]);
  expect(topup_balance).toBe(100);
});
