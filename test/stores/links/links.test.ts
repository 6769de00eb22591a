import { dynamoRetention } from '../../../layers/adapters/dynamo/videos/retention.ts';
import { makeSweepRetention } from '../../../layers/app/videos/sweep-retention.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { LINK, linkService } from '../../support/link-service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
let tables: On['tables'];
let service: On['service'];
let now: On['now'];
let later: On['later'];
let balance: On['balance'];
let erase: On['erase'];
let everything: On['everything'];
let queued: On['queued'];

beforeEach(async () => {
  ({ tables, service, now, later, balance, erase, everything, queued } = await linkService());
});

const unavailable = (reason: string) =>
  new DomainError('source_unavailable', 'It is not there.', { reason });

test('a link becomes a video with what its page tells of it', async () => {
  const principal = await service.caller();
  const { body } = await service.frames(principal, { url: LINK });
  expect(body).toMatchObject({
    status: 'succeeded',
    credits_charged: 2,
    cache_hit: false,
    video: { platform: 'web', title: 'A page', language: 'en', duration: 60, carousel: null },
  });
});

test('a second call about the same video costs a fifth and fetches nothing', async () => {
  const principal = await service.caller();
  const forms = ['https://youtu.be/dQw4w9WgXcQ', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=4s'];
  const charged: unknown[] = [];
  for (const url of forms) {
    const { body } = await service.frames(principal, { url });
    charged.push(body);
  }
  const [first, second] = charged as { video: { id: string } }[];
  expect([first, second]).toMatchObject([
    { credits_charged: 2, cache_hit: false, video: { platform: 'youtube' } },
    { credits_charged: 0.4, cache_hit: true, video: { id: first?.video.id } },
  ]);
  expect(service.web.fetches).toBe(1);
  await service.transcript(principal, { url: forms[0] });
  expect(service.web.fetches).toBe(1);
});

test.each([
  ['frames', { start: 30, end: 20 }, 'invalid_window', { start: 20, end: 30 }],
  ['frames', { start: -5 }, 'invalid_window', { start: 0 }],
  ['frames', { detail: 'fine', start: -5 }, 'invalid_window', { start: 0, end: 10 }],
  [
    'frames',
    { detail: 'fine', start: 5, end: 60 },
    'window_too_long_for_detail',
    { detail: 'fine', start: 5, end: 15 },
  ],
  ['transcript', { start: 5, end: 5 }, 'invalid_window', { start: 5, end: 15 }],
] as const)(
  'a link is not fetched for a window that no video has: %s of %o',
  async (call, window, type, suggestion) => {
    const principal = await service.caller();
    for (const sync of [true, false]) {
      const refused = service[call](principal, { url: LINK, sync, ...window });
      await expect(refused).rejects.toMatchObject({ type, detail: { suggestion } });
    }
    expect([service.web.fetches, service.messages]).toEqual([0, []]);
  },
);

test('a link is fetched for a window that its end may cut to what the level takes', async () => {
  const principal = await service.caller();
  const window = { start: 50, end: 60.4 };
  const { body } = await service.frames(principal, { url: LINK, detail: 'fine', ...window });
  expect(body).toMatchObject({ window: [50, 60] });
});

test('the same link of two organizations is two videos', async () => {
  for (const principal of [await service.caller(), await service.caller()]) {
    const { body } = await service.frames(principal, { url: LINK });
    expect(body).toMatchObject({ cache_hit: false });
  }
  expect(service.web.fetches).toBe(2);
});

test('many calls at once about one link are one fetch', async () => {
  const principal = await service.caller('enterprise');
  const body = { url: LINK, sync: false };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => service.frames(principal, body)),
  );
  let waits = 0;
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  service.web.onFetch = async () => {
    begun.resolve();
    await goOn.promise;
  };
  service.web.onWait = async () => {
    waits += 1;
    goOn.resolve();
    await new Promise(setImmediate);
  };
  const [first, ...others] = service.messages.splice(0);
  if (!first) throw new Error('nothing was queued');
  const running = service.deliver(first);
  await begun.promise;
  await Promise.all([running, ...others.map((message) => service.deliver(message))]);
  expect([service.web.fetches, waits > 0]).toEqual([1, true]);
  const jobs = await Promise.all(
    answers.map((answer) => service.getJob(principal.orgId, answer.body.job_id)),
  );
  expect(jobs.map(({ error }) => error)).toEqual(jobs.map(() => null));
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
});

test('the price is told when it is known, and how far the fetch is before', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  expect(await job()).toMatchObject({ status: 'queued', detail: null, credits_charged: null });
  const told: unknown[] = [];
  service.web.onFetch = async (onProgress) => {
    onProgress({ bytes: 10, of: 100, secondsLeft: 9 });
    // Faster than anybody looks: not written.
    onProgress({ bytes: 11, of: 100, secondsLeft: 9 });
    while (told.length === 0) {
      const { progress } = await job();
      if (progress) told.push(progress);
    }
    const { jobs } = await service.listJobs(principal.orgId, { limit: 1 });
    expect(jobs[0]?.progress).toEqual(told[0]);
  };
  service.engine.onDraw = async () => void told.push((await job()).progress?.stage);
  await service.deliver(message);
  expect(told).toEqual([{ stage: 'fetching', bytes: 10, of: 100, seconds_left: 9 }, 'reading']);
  expect(await job()).toMatchObject({ status: 'succeeded', credits_charged: 2 });
  expect(await job()).not.toHaveProperty('progress');
});

test.each([
  ['unavailable', 60],
  ['auth', 60],
  ['ratelimit', 120],
  ['bot', 120],
])(
  'a link that fails as %s costs nothing and is left alone for %i seconds',
  async (reason, seconds) => {
    const principal = await service.caller();
    service.web.found = unavailable(reason);
    const refused = { type: 'source_unavailable', detail: { reason } };
    const call = () => service.frames(principal, { url: LINK });
    await expect(call()).rejects.toMatchObject(refused);
    later(seconds - 1);
    await expect(call()).rejects.toMatchObject(refused);
    expect(service.web.followed).toEqual([LINK]);
    expect([await balance(principal), service.artifacts.objects.size]).toEqual([100, 0]);
    const another = await service.caller();
    await expect(service.frames(another, { url: LINK })).rejects.toMatchObject(refused);
    expect(service.web.followed).toHaveLength(2);
    later(1);
    await expect(call()).rejects.toMatchObject(refused);
    expect(service.web.followed).toHaveLength(3);
  },
);

test.each([
  ['ratelimit', 300, 300],
  ['ratelimit', 24 * 3600, 3600],
  ['ratelimit', 37, 37],
  ['ratelimit', undefined, 120],
  ['empty', 90, 90],
  ['unknown', 200, undefined],
  ['auth', undefined, undefined],
])(
  'a site that answers %s and asks for %s seconds is left alone for %s',
  async (reason, asked, told) => {
    const principal = await service.caller();
    const detail = { reason, ...(asked && { retryAfterSeconds: asked }) };
    service.web.found = new DomainError('source_unavailable', 'It is not there.', detail);
    const call = () =>
      service.frames(principal, { url: LINK }).then(
        () => 'had',
        ({ detail: { retryAfterSeconds } }: DomainError) => retryAfterSeconds,
      );
    const first = await call();
    later(30);
    expect([first, await call()]).toEqual([told, told && told - 30]);
    expect(service.web.followed).toHaveLength(1);
    later(Math.max(asked ?? 0, told ?? 60) - 30);
    await call();
    expect(service.web.followed).toHaveLength(2);
  },
);

test.each([
  ['frames', { start: 30, end: 20 }, 'invalid_window'],
  ['frames', { detail: 'fine', start: 5, end: 60 }, 'window_too_long_for_detail'],
  ['transcript', { start: 5, end: 5 }, 'invalid_window'],
] as const)(
  'a link that failed a moment ago does not hide what is wrong with a call: %s of %o',
  async (call, window, type) => {
    const principal = await service.caller();
    service.web.found = unavailable('auth');
    await expect(service.frames(principal, { url: LINK })).rejects.toThrow();
    const refused = service[call](principal, { url: LINK, ...window });
    await expect(refused).rejects.toMatchObject({ type });
    expect(service.web.followed).toEqual([LINK]);
  },
);

test('a job that waited for a fetch that failed ends with the same reason', async () => {
  const principal = await service.caller();
  const [first, second] = [await queued(principal), await queued(principal)];
  service.web.found = unavailable('geo');
  await service.deliver(first.message);
  later(300);
  await service.deliver(second.message);
  for (const { job } of [first, second]) {
    expect(await job()).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { type: 'source_unavailable', reason: 'geo' },
    });
  }
  expect(service.web.followed).toHaveLength(1);
});

test('the jobs of a link that failed are erased when their time is over', async () => {
  const principal = await service.caller('free');
  service.web.found = unavailable('auth');
  const { message } = await queued(principal);
  await service.deliver(message);
  later(8 * 24 * 3600);
  const eraseVideo = (_: string, videoId: string) => erase(principal.orgId, videoId);
  const retention = dynamoRetention(tables.db, tables.records);
  const sweep = makeSweepRetention({ ...service, retention, eraseVideo, now });
  expect(await sweep()).toEqual({ expired: 1 });
  expect(await everything()).not.toContain('talk.mp4');
});

test('bytes that are no media are refused, and nothing of them stays', async () => {
  const principal = await service.caller();
  service.engine.found = new DomainError('no_video_stream', 'No media.');
  const refused = service.frames(principal, { url: LINK });
  await expect(refused).rejects.toMatchObject({ type: 'no_video_stream' });
  expect(service.artifacts.objects.size).toBe(0);
});

test('what only the length tells is told once it is known, and the video is kept', async () => {
  const principal = await service.caller('free');
  service.engine.found = { ...MINUTE, duration: 3600 };
  const long = service.frames(principal, { url: LINK, detail: 'overview' });
  await expect(long).rejects.toMatchObject({
    type: 'tier_limit',
    detail: { suggestion: { start: 0, end: 1800 } },
  });
  const fine = { url: LINK, detail: 'fine', start: 0, end: 30 };
  await expect(service.frames(principal, fine)).rejects.toMatchObject({
    type: 'window_too_long_for_detail',
    detail: { suggestion: { start: 0, end: 10 } },
  });
  expect([await balance(principal), service.web.fetches]).toEqual([100, 1]);
});

test('of a link too, what is offered instead of a window outside of it is no longer than the plan reads', async () => {
  const principal = await service.caller('free');
  service.engine.found = { ...MINUTE, duration: 3600 };
  for (const call of ['frames', 'transcript'] as const) {
    const asked = { url: LINK, start: 60, end: 4000 };
    // The first time a worker finds out how long the video is, then it is known at once.
    for (const _ of ['fetched', 'stored']) {
      const refused = service[call](principal, asked);
      const detail = { suggestion: { start: 60, end: 1860 } };
      await expect(refused).rejects.toMatchObject({ type: 'invalid_window', detail });
    }
  }
});

test('a job about a link ends with the error that a stored video would have had at once', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal, { detail: 'fine' });
  await service.deliver(message);
  const { error } = await job();
  const call = service.frames(principal, { url: LINK, detail: 'fine' });
  const refusal = await call.catch((thrown: DomainError) => thrown.toApiError());
  expect(refusal).toEqual(error);
});

test('an empty wallet follows no link', async () => {
  const principal = await service.caller('pro', 0);
  await expect(service.frames(principal, { url: LINK })).rejects.toMatchObject({
    type: 'insufficient_credits',
  });
  expect(service.messages).toHaveLength(0);
});

test('a fetch is given what the plan takes', async () => {
  await service.frames(await service.caller('free'), { url: LINK });
  expect(service.web.maxBytes).toBe(500_000_000);
});

test('slides, notes and captions stay with the video', async () => {
  const principal = await service.caller();
  service.web.fetched = {
    carousel: { slides: 3, audio_seconds: 12.5 },
    captions: [{ language: 'en', format: 'vtt', text: 'WEBVTT\n' }],
    notes: ['The first of two videos.'],
  };
  const { body } = await service.frames(principal, { url: LINK });
  expect(body).toMatchObject({
    video: { carousel: { slides: 3, audio_seconds: 12.5 } },
    notes: expect.arrayContaining(['The first of two videos.']),
  });
  const captions = [...service.artifacts.objects.keys()].filter((key) => key.endsWith('.vtt'));
  expect(captions).toHaveLength(1);
});

test.each([
  ['auto', 'Good evening.'],
  ['de', 'Guten Abend.'],
  ['fr', ''],
])(
  'captions that came with the media are read before anything is listened to, in %s',
  async (language, text) => {
    const principal = await service.caller();
    const cue = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
    service.web.fetched = {
      captions: [
        { language: 'de', format: 'vtt', text: cue('Guten Abend.') },
        { language: 'en', format: 'vtt', text: cue('Good evening.') },
      ],
    };
    const { body } = await service.transcript(principal, { url: LINK, language });
    expect(body).toMatchObject({ source: text ? 'captions' : 'transcribed', text });
  },
);
