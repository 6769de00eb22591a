import { DomainError } from '../../../layers/domain/errors.ts';
import {
  hasEnoughPieces,
  isReadInPlace,
  isWorthOpening,
} from '../../../layers/domain/sources/read-in-place.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const URL = 'https://media.example/talk.mp4';
const LARGE = { kind: 'file', address: URL, bytes: 900_000_000, ranges: true } as const;
const FOUND = { place: LARGE, title: 'Talk', language: null, captions: [], notes: [] };
const tables = await testTables();
let service: ReturnType<typeof testService>;

beforeEach(() => {
  service = testService(tables);
  service.web.found = FOUND;
});
const sources = () =>
  [...service.artifacts.objects.keys()].filter((key) => key.endsWith('/source'));

test('a short part of a long file is read where it lies', async () => {
  const principal = await service.caller();
  const { body } = await service.frames(principal, { url: URL, start: 3, end: 5 });
  expect(body).toMatchObject({
    status: 'succeeded',
    cache_hit: false,
    video: { title: 'Talk', duration: 60 },
  });
  expect([service.web.fetches, sources()]).toEqual([0, []]);
});

test('a short part of a stream is read where it lies, unless that cannot be', async () => {
  const principal = await service.caller();
  service.web.found = { ...FOUND, place: { kind: 'stream', address: `${URL}.m3u8` } };
  await service.frames(principal, { url: URL, start: 3, end: 5 });
  expect([service.web.fetches, sources()]).toEqual([0, []]);
  service.web.opens = false;
  await service.frames(principal, { url: URL, start: 8, end: 9 });
  expect([service.web.fetches, sources().length]).toEqual([1, 1]);
});

test('a stream is not read in place for a part that is not short', async () => {
  const principal = await service.caller();
  service.web.found = { ...FOUND, place: { kind: 'stream', address: `${URL}.m3u8` } };
  await service.frames(principal, { url: URL, start: 0, end: 30 });
  expect(service.web.fetches).toBe(1);
});

test('a part paid for costs a fifth, and its result is there already', async () => {
  const principal = await service.caller();
  const call = { url: URL, start: 3, end: 5 };
  const first = await service.frames(principal, call);
  const draws = service.engine.draws;
  const again = await service.frames(principal, call);
  expect(again.body).toMatchObject({ cache_hit: true, video: { id: expect.any(String) } });
  const ids = [first, again].map(({ body }) => (body as { video: { id: string } }).video.id);
  expect([new Set(ids).size, service.engine.draws]).toEqual([1, draws]);
});

test('what needs more is stored once, as the same video, and then read from there', async () => {
  const principal = await service.caller();
  const part = await service.frames(principal, { url: URL, start: 3, end: 5 });
  const whole = await service.frames(principal, { url: URL });
  const [one, other] = [part, whole].map(({ body }) => (body as { video: { id: string } }).video);
  expect(one?.id).toBe(other?.id);
  expect([service.web.fetches, sources().length]).toEqual([1, 1]);
  const again = await service.frames(principal, { url: URL, start: 3, end: 5 });
  expect(again.body).toMatchObject({ cache_hit: true });
  expect([service.web.fetches, service.web.followed.length]).toEqual([1, 2]);
});

test('a file that cannot be read where it lies is fetched, and charged once', async () => {
  const principal = await service.caller();
  service.engine.failures.push(new DomainError('no_video_stream', 'Not there.'));
  const { body } = await service.frames(principal, { url: URL, start: 3, end: 5 });
  expect([body, service.web.fetches]).toMatchObject([{ status: 'succeeded' }, 1]);
  const { ledger } = await service.getCredits(principal, 10);
  expect(ledger.filter(({ job_id }) => job_id !== null)).toHaveLength(1);
});

test('a call that cannot run fetches nothing to be told so', async () => {
  const principal = await service.caller();
  const call = { url: URL, detail: 'fine', start: 0, end: 30 };
  await expect(service.frames(principal, call)).rejects.toMatchObject({
    type: 'window_too_long_for_detail',
  });
  expect(service.web.fetches).toBe(0);
});

test.each([
  ['the whole of it', {}, FOUND],
  ['a long part', { start: 0, end: 30 }, FOUND],
  ['captions beside it', { end: 5 }, { ...FOUND, captions: [captions()] }],
  ['no ranges', { end: 5 }, { ...FOUND, place: { ...LARGE, ranges: false } }],
  ['a small file', { end: 5 }, { ...FOUND, place: { ...LARGE, bytes: 100_000 } }],
])('with %s it is fetched', async (_, window, found) => {
  const principal = await service.caller();
  service.web.found = found;
  await service.frames(principal, { url: URL, ...window });
  expect(service.web.fetches).toBe(1);
});

test.each([
  ['mov,mp4,m4a,3gp,3g2,mj2', [10, 15], true],
  ['matroska,webm', [10, 16], true],
  ['matroska,webm', [10, 16.1], false],
  ['mpegts', [10, 11], false],
] as const)('%s, seconds %j: in place is %s', (format, window, expected) => {
  expect(isReadInPlace({ ...MINUTE, format }, window)).toBe(expected);
});

test('a file whose length is not known is not read in place', () => {
  expect(isWorthOpening({ bytes: null, ranges: true })).toBe(false);
});

test.each([
  [19, false],
  [20, true],
])('a stream of %i pieces: worth a look in place is %s', (count, expected) => {
  expect(hasEnoughPieces(count)).toBe(expected);
});

function captions() {
  return { language: 'en', format: 'vtt', address: `${URL}.vtt` } as const;
}
