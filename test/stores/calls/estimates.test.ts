import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { REPEATED } from '../../../layers/app/calls/estimate-call.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import type { CallEstimate, QuestionEstimate } from '../../../layers/domain/calls/estimate.ts';
import { type ApiError, DomainError } from '../../../layers/domain/errors.ts';
import { NO_DAMAGE } from '../../../layers/domain/sources/damage.ts';
import { balance } from '../../support/balance.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { questionService } from '../../support/question-service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof questionService>;

beforeAll(() => {
  service = questionService(tables);
});
beforeEach(() => {
  service.engine.damage = NO_DAMAGE;
});

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const quarters = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((quarter) => quarter / 4);
/**
 * Mostly of this minute's videos, on few starts, so that windows meet; now and then reversed or
 * beyond the end.
 */
const window = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 5, 12), fc.oneof(quarters(0, 3), quarters(3, 20)))
      .map(([start, length]) => ({ start, end: start + length })),
  },
  { weight: 1, arbitrary: fc.record({ start: quarters(0, 62), end: quarters(0, 62) }) },
);
const more = fc.record(
  { idempotency_key: rarely(fc.constantFrom('one', 'two')), sync: fc.boolean() },
  { requiredKeys: [] },
);
const videos = fc.oneof(
  { weight: 4, arbitrary: fc.constant('whole' as const) },
  { weight: 2, arbitrary: fc.constantFrom('damaged' as const, 'link' as const) },
  { weight: 1, arbitrary: fc.constantFrom('other link' as const, 'unknown' as const) },
);
const request = fc.oneof(
  fc.record({
    call: fc.constant('frames' as const),
    video: videos,
    window,
    more,
    body: fc.record(
      {
        detail: fc.constantFrom(
          ...(['auto', 'overview', 'standard', 'detail', 'fine', 'motion', 'single'] as const),
        ),
        fps: rarely(fc.constantFrom(1, 12.5)),
        cols: rarely(fc.integer({ min: 1, max: 4 })),
        overlap: rarely(fc.boolean()),
      },
      { requiredKeys: ['detail'] },
    ),
  }),
  fc.record({
    call: fc.constant('transcript' as const),
    video: videos,
    window,
    more,
    body: fc.record({ language: fc.constantFrom('auto', 'de') }),
  }),
  fc.record({
    call: fc.constant('question' as const),
    video: fc.constantFrom('whole' as const, 'link' as const, 'session' as const),
    window,
    more,
    body: fc.record(
      {
        question: fc.constantFrom('How many cuts are there?', 'What is said?'),
        depth: fc.constantFrom('glance', 'read', 'full'),
        rewatch: rarely(fc.constant(true)),
      },
      { requiredKeys: ['depth'] },
    ),
  }),
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** A request, or one of those before it once more. */
const step = fc.oneof(
  { weight: 3, arbitrary: request },
  { weight: 2, arbitrary: fc.record({ back: fc.integer({ min: 1, max: 6 }) }) },
);

const caller = fc.record({
  wallet: fc.constantFrom('topup' as const, 'plan' as const),
  tier: fc.constantFrom('free' as const, 'pro' as const, 'pro' as const),
  credits: fc.constantFrom(12, 500, 500),
});

/** Seconds that cannot be shown of the damaged video. */
const LOST: [number, number][] = [[10, 12.5]];

/** One organization, with videos of every kind that prices know. */
async function organization({
  wallet,
  tier,
  credits,
}: typeof caller extends fc.Arbitrary<infer T> ? T : never) {
  const principal: Principal = { ...(await service.caller(tier, credits)), wallet };
  const rich: Principal = { ...principal, wallet: 'plan' };
  const [whole, damaged] = [
    await service.receiveUpload(rich, `whole of ${principal.orgId}`),
    await service.receiveUpload(rich, `damaged of ${principal.orgId}`),
  ];
  // What cannot be shown of it is known once it was read at a level.
  service.engine.damage = { ...NO_DAMAGE, lost: LOST };
  await service.frames(rich, { upload_id: damaged.upload_id, detail: 'standard' });
  service.engine.damage = NO_DAMAGE;
  const named: Record<Request['video'], object> = {
    whole: { upload_id: whole.upload_id },
    damaged: { upload_id: damaged.upload_id },
    link: { url: `https://media.example/${principal.orgId}.mp4` },
    'other link': { url: `https://media.example/${principal.orgId}-b.mp4` },
    unknown: { upload_id: 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
    session: { session_id: 'ses_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  };
  return { principal, named };
}

/**
 * The body of a request; of the damaged video at the level that it was read at, and of more than a
 * moment.
 */
function bodyOf({ call, video, window, body, more }: Request, named: object, session?: string) {
  const { start, end } = window as { start?: number; end?: number };
  if (call === 'question') {
    const stretch = start !== undefined &&
      end !== undefined && { window: { from: start, to: end } };
    const about = video === 'session' && session ? { session_id: session } : named;
    return { ...about, ...body, ...(video === 'session' ? {} : stretch), ...more };
  }
  if (video !== 'damaged') return { ...named, ...body, ...window, ...more };
  const level = call === 'frames' ? { detail: 'standard' } : {};
  const longer = start !== undefined && start === end ? { end: start + 1 } : {};
  return { ...named, ...body, ...window, ...more, ...level, ...longer };
}

interface Charged {
  readonly credits: number | null;
  readonly cacheHit: boolean;
  readonly session?: string | undefined;
  readonly shown?: { readonly sheets: number; readonly tokens: number; readonly window: unknown };
}

/** Makes the call, and tells what its job says of its charge. */
async function made(
  call: Request['call'],
  principal: Principal,
  body: object,
  lost: readonly [number, number][],
): Promise<Charged> {
  service.engine.damage = { ...NO_DAMAGE, lost };
  if (call === 'question') {
    const asked = await service.watch(principal, body);
    if ('alreadyRead' in asked) {
      return { credits: 0, cacheHit: false, session: asked.alreadyRead.session_id };
    }
    const { job, joined } = asked;
    if (job.error) throw DomainError.from(job.error);
    const session = `ses_${job.job_id.slice('job_'.length)}`;
    return {
      credits: joined ? 0 : (job.credits_charged ?? Number.NaN) / 100,
      cacheHit: joined || job.cache_hit,
      // Only a reading makes one.
      session: joined || 'session_id' in body ? undefined : session,
    };
  }
  const { body: answer } = await service[call](principal, body);
  await service.workOff();
  const job = await service.getJob(principal.orgId, answer.job_id);
  if (job.error) throw DomainError.from(job.error);
  const result = job.result as { sheets?: unknown[]; total_estimated_vision_tokens?: number };
  const { window } = job.result as { window?: unknown };
  return {
    credits: job.credits_charged,
    cacheHit: job.cache_hit,
    ...(call === 'frames' && {
      shown: {
        sheets: result.sheets?.length ?? Number.NaN,
        tokens: result.total_estimated_vision_tokens ?? Number.NaN,
        window,
      },
    }),
  };
}

const estimators = {
  frames: (principal: Principal, body: object) => service.estimateFrames(principal, body),
  transcript: (principal: Principal, body: object) => service.estimateTranscript(principal, body),
  question: (principal: Principal, body: object) => service.estimateQuestion(principal, body),
};

const settled = async <T>(promise: Promise<T>): Promise<T | { refused: ApiError }> => {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: error.toApiError() };
  }
};

/** What came of the requests, so that the test can tell that every kind was met. */
const met = { requests: 0, priced: 0, hits: 0, free: 0, unknown: 0, refused: 0, repeats: 0 };

test('the price that is said is the price that is charged', async () => {
  const sequence = fc.array(step, { minLength: 48, maxLength: 48 });
  await fc.assert(
    fc.asyncProperty(caller, sequence, async (who, steps) => {
      const { principal, named } = await organization(who);
      const requests: Request[] = [];
      let session: string | undefined;
      for (const [at, next] of steps.entries()) {
        const asked = 'back' in next ? requests.at(-next.back) : next;
        if (!asked) continue;
        requests.push(asked);
        // Results are let go now and then: what was paid for is drawn anew.
        if (at % 11 === 10) forgetResults(principal);
        const body = bodyOf(asked, named[asked.video], session);
        const before = await balance(service, principal);
        const said = await settled<CallEstimate | QuestionEstimate>(
          estimators[asked.call](principal, body),
        );
        expect(await balance(service, principal)).toBe(before);
        const lost = asked.video === 'damaged' ? LOST : [];
        const told = await settled(made(asked.call, principal, body, lost));
        const moved = Math.round((before - (await balance(service, principal))) * 100) / 100;
        const context = JSON.stringify({ call: asked.call, ...body, said, told, moved });
        met.requests += 1;
        if ('refused' in said) {
          expect({ context, ...said }).toEqual({ context, ...told });
          met.refused += 1;
          continue;
        }
        if ('refused' in told) {
          // How long the video is was not known yet; or nothing of the window could be shown, and
          // it is given back.
          const isLost = asked.video === 'damaged' && told.refused.type === 'no_video_stream';
          expect([context, isLost ? moved : said.credits]).toEqual([context, isLost ? 0 : null]);
          continue;
        }
        session = told.session ?? session;
        if (said.credits === null) {
          expect([said.balance_after, typeof said.reason]).toEqual([null, 'string']);
          met.unknown += 1;
          continue;
        }
        const isRepeat = said.reason === REPEATED;
        const expected = { context, credits: moved, hit: told.cacheHit, after: before - moved };
        const after = Math.round(expected.after * 100) / 100;
        expect({
          context,
          credits: said.credits,
          hit: said.cache_hit,
          after: said.balance_after,
        }).toEqual({ ...expected, after });
        if (!isRepeat) expect([context, told.credits]).toEqual([context, said.credits]);
        if (told.shown && asked.video !== 'damaged') {
          const { sheets, estimated_vision_tokens: tokens, window } = said;
          expect({ context, sheets, tokens, window }).toEqual({ context, ...told.shown });
        }
        met.priced += 1;
        if (said.cache_hit) met.hits += 1;
        if (said.credits === 0) met.free += 1;
        if (isRepeat) met.repeats += 1;
      }
    }),
    propertyRuns(2, 20_261_122),
  );
  expect(met.requests).toBeGreaterThanOrEqual(75);
  for (const [kind, count] of Object.entries(met)) expect([kind, count > 0]).toEqual([kind, true]);
});

function forgetResults({ orgId }: Principal): void {
  for (const key of service.artifacts.objects.keys()) {
    if (key.startsWith(`orgs/${orgId}/`) && /results.*result\.json$/.test(key)) {
      service.artifacts.objects.delete(key);
    }
  }
}

test('an estimate writes nothing, and takes neither a slot nor a key', async () => {
  const principal = await service.caller('free');
  const { upload_id } = await service.receiveUpload(principal, 'a video');
  const everything = async () => {
    const scans = [tables.records, tables.ledger].map((TableName) =>
      tables.db.send(new ScanCommand({ TableName })),
    );
    return (await Promise.all(scans)).map(({ Items }) => Items);
  };
  const before = await everything();
  const link = { url: 'https://media.example/unseen.mp4', idempotency_key: 'k' };
  for (let times = 0; times < 3; times += 1) {
    for (const source of [{ upload_id, idempotency_key: 'k' }, link]) {
      await service.estimateFrames(principal, source);
      await service.estimateTranscript(principal, source);
      await service.estimateQuestion(principal, source);
    }
    const items = [{ upload_id }, { url: link.url }];
    await service.estimateBatch(principal, { items, idempotency_key: 'k' });
  }
  expect(await everything()).toEqual(before);
  expect(service.messages).toEqual([]);
});

test('a question about a video that was read is free to send, and the estimate says why', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `a video of ${principal.orgId}`);
  await service.watch(principal, { upload_id, question: 'How many cuts are there?' });
  const said = await service.estimateQuestion(principal, { upload_id, question: 'What is said?' });
  expect(said).toMatchObject({ credits: 0, cache_hit: false, balance_after: 97, depth: 'full' });
  expect(said.reason).toMatch(/was read already.* in ses_\w+ costs 0\.1, .*`rewatch` 3\./);
});

test('an address that no webhook may go to is refused by the estimates as by the calls', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `a video of ${principal.orgId}`);
  const body = { upload_id, webhook_url: 'http://127.0.0.1/hook', sync: false };
  for (const ask of [
    () => service.estimateFrames(principal, body),
    () => service.estimateTranscript(principal, body),
    () => service.estimateQuestion(principal, body),
    () => service.frames(principal, body),
  ]) {
    await expect(ask()).rejects.toMatchObject({ detail: { reason: 'webhook_url' } });
  }
});
