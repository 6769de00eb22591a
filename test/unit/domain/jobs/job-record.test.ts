import { JobRecord } from '../../../../layers/domain/jobs/job-record.ts';

const ROW = {
  job_id: 'job_1',
  org_id: 'org_1',
  operation: 'frames',
  status: 'queued',
  queue: 'read',
  wallet: 'topup',
  video_id: 'vid_1',
  video_version: '1',
  detail: null,
  charges: null,
  credits_charged: null,
  cache_hit: false,
  queued_at: '2026-05-01T12:00:00.000Z',
  started_at: null,
  finished_at: null,
  error: null,
  result_key: null,
  run: null,
  lease_until: null,
};
const MEMBERS = {
  webhook_url: 'https://receiver.example/hook',
  idempotency_key: 'once',
  return: 'base64',
} as const;
const request = { upload_id: 'upl_1', ...MEMBERS };

test('a row tells whom to tell, the key of a repeat, and how sheets are sent', () => {
  expect(JobRecord.parse({ ...ROW, request, ...MEMBERS })).toMatchObject(MEMBERS);
});

test('a row written before they were members of their own tells the same', () => {
  expect(JobRecord.parse({ ...ROW, request })).toMatchObject({ ...MEMBERS, request });
});

test('a row whose call said none of it has none of it', () => {
  const job = JobRecord.parse({ ...ROW, request: { upload_id: 'upl_1' } });
  for (const name of Object.keys(MEMBERS)) expect(job).not.toHaveProperty(name);
});

test('a row of an operation that nobody knows is refused', () => {
  const unknown = { ...ROW, operation: 'frame', request };
  expect(JobRecord.safeParse(unknown).error?.issues[0]?.path).toEqual(['operation']);
});
