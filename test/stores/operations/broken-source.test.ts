import { SourceFault } from '../../../layers/domain/sources/source-fault.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeEach(async () => {
  service = testService(await testTables());
});

const lost = () => new SourceFault('the store does not send the source');

/** A job about a file of which nothing is stored but its bytes. */
async function queued(call: object = {}) {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'a file');
  await service.frames(principal, { upload_id, sync: false, detail: 'standard', ...call });
  const message = service.messages.shift();
  if (!message) throw new Error('no job was queued');
  const movements = async () =>
    (await service.getCredits(principal, 10)).ledger
      .filter(({ job_id }) => job_id !== null)
      .map(({ reason }) => reason);
  const results = () =>
    [...service.artifacts.objects.keys()].filter((key) => key.endsWith('result.json'));
  const job = () => service.jobs.find(principal.orgId, message.jobId);
  return { message, movements, results, job };
}

test('what was read over a connection that broke is not stored, and is read again', async () => {
  const { message, movements, results, job } = await queued();
  service.engine.failures.push(lost());
  await expect(service.deliver(message)).rejects.toThrow(SourceFault);
  expect([results(), (await job())?.status]).toEqual([[], 'running']);
  await service.deliver(message);
  expect([results().length, (await job())?.status]).toEqual([1, 'succeeded']);
  expect(await movements()).toEqual(['frames:standard']);
});

test('what cannot be read at all ends as a failure of ours, and what it cost is given back', async () => {
  const { message, movements, results, job } = await queued();
  for (const lastDelivery of [false, false, true]) {
    service.engine.failures.push(lost());
    await expect(service.deliver(message, { lastDelivery })).rejects.toThrow(SourceFault);
  }
  expect(await job()).toMatchObject({ status: 'failed', error: { type: 'processing_failed' } });
  expect(await movements()).toEqual(['refund', 'frames:standard']);
  expect(results()).toEqual([]);
});

test('words that were heard over a broken connection are no note on sheets that came whole', async () => {
  const { message, job } = await queued({ transcribe: true });
  service.heard.found.stretches = [{ start: 0, samples: Int16Array.of(1) }];
  const recognise = service.heard.recognise;
  service.heard.recognise = () => Promise.reject(lost());
  await expect(service.deliver(message)).rejects.toThrow(SourceFault);
  service.heard.recognise = recognise;
  await service.deliver(message);
  expect((await job())?.status).toBe('succeeded');
});
