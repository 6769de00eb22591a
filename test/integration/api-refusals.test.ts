import { z } from 'zod';
import { STATUS } from '../../layers/http/problem.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const tables = await testTables();
let service: RunningService;
let apiKey: string;

beforeAll(async () => {
  const { administer } = testService(tables);
  apiKey = (await administer.createOrg('pro', 10_000 as never)).api_key;
  service = await runningService(tables);
});
afterAll(() => service.stop());

const Body = z.looseObject({
  error: z.object({ type: z.string(), message: z.string() }).optional(),
});
const Credits = z.looseObject({
  topup_balance: z.number(),
  credits_balance: z.number(),
  ledger: z.array(z.unknown()),
});

const call = async (method: string, path: string) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(service.baseUrl + path, { method, headers });
  return { status: response.status, body: Body.parse(await response.json()) };
};
const money = async () => {
  const body = Credits.parse((await call('GET', '/v1/credits?limit=200')).body);
  return [body.topup_balance, body.credits_balance, body.ledger.length];
};

const WRONG = ['-1', '-9007199254740993', '1e99', '1.5', 'NaN', 'many', '0x10', '%00', ''];
const LISTS = [
  ['/v1/jobs', ['0', '101']],
  ['/v1/webhooks/deliveries', ['0', '101']],
  ['/v1/credits', ['201']],
] as const;

test.each(LISTS)(
  '%s refuses limits that are no number within its bounds, by name',
  async (path, beyond) => {
    const before = await money();
    for (const limit of [...WRONG, ...beyond]) {
      const { status, body } = await call('GET', `${path}?limit=${limit}`);
      expect([limit, status, body.error?.type]).toEqual([limit, 400, 'invalid_request']);
      expect(body.error?.message).toContain('`limit`');
    }
    expect((await call('GET', `${path}?limit=5&limit=6`)).status).toBe(400);
    expect((await call('GET', `${path}?limits=5`)).body.error?.message).toContain('`limits`');
    expect(await money()).toEqual(before);
  },
);

test('an unknown job is not found, read or cancelled, in the same words; nothing moves', async () => {
  const before = await money();
  const answers = await Promise.all(
    ['job_none', 'job_01KAH2N0B4C8D0E3F5G6H9J1K2', '..', 'vid_1'].flatMap((id) => [
      call('GET', `/v1/jobs/${encodeURIComponent(id)}`),
      call('POST', `/v1/jobs/${encodeURIComponent(id)}/cancel`),
    ]),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([STATUS.video_not_found]));
  expect(await money()).toEqual(before);
});

test('an id that is longer than any is not found, whatever it is to be an id of', async () => {
  const long = 'x'.repeat(3000);
  const answers = await Promise.all([
    call('GET', `/v1/jobs/${long}`),
    call('GET', `/v1/batches/${long}`),
    call('DELETE', `/v1/videos/${long}`),
    call('POST', `/v1/uploads/${long}/complete`),
  ]);
  for (const { status, body } of answers) {
    expect([status, body.error?.type]).toEqual([404, 'video_not_found']);
  }
});
