import { JobRecord } from '../../../../layers/domain/jobs/job-record.ts';
import { QUEUED_ROW } from '../../../support/fakes/queued-row.ts';

const MEMBERS = {
  webhook_url: 'https://receiver.example/hook',
  idempotency_key: 'once',
  return: 'base64',
} as const;
const request = { upload_id: 'upl_1', ...MEMBERS };

test('a row tells whom to tell, the key of a repeat, and how sheets are sent', () => {
  expect(JobRecord.parse({ ...QUEUED_ROW, request, ...MEMBERS })).toMatchObject(MEMBERS);
});

test('a row written before they were members of their own tells the same', () => {
  expect(JobRecord.parse({ ...QUEUED_ROW, request })).toMatchObject({ ...MEMBERS, request });
});

test('a row whose call said none of it has none of it', () => {
  const job = JobRecord.parse({ ...QUEUED_ROW, request: { upload_id: 'upl_1' } });
  for (const name of Object.keys(MEMBERS)) expect(job).not.toHaveProperty(name);
});

test('a row of an operation that nobody knows is refused', () => {
  const unknown = { ...QUEUED_ROW, operation: 'frame', request };
  expect(JobRecord.safeParse(unknown).error?.issues[0]?.path).toEqual(['operation']);
});
