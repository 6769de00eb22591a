import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '../../functions/api/routes.ts';
import { dynamoConnections } from '../../layers/adapters/dynamo/oauth/connections.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { DirectUploadTarget, UploadResult } from '../../layers/domain/uploads/upload.ts';
import type { Route } from '../../layers/http/route.ts';
import { asMany } from '../support/breadth.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { OAuthBrowser } from '../support/oauth-browser.ts';
import { OAuthProgram } from '../support/oauth-client.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { signedIn } from '../support/signed-in.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
type Headers = Readonly<Record<string, string>>;
let owner: Headers;
/** A key of another organization. */
let stranger: Headers;
/** Everything that the other organization can call with. */
let strangers: Readonly<Record<'key' | 'session' | 'token', Headers>>;
/** What the owner has, each beside an id of the same shape that nobody has. */
let ids: Record<string, readonly [theirs: string, nobodys: string]>;

const bearer = (credential: string): Headers => ({ authorization: `Bearer ${credential}` });

const call = async (by: Headers, method: string, path: string, body?: unknown) => {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      ...by,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const told = [...response.headers].filter(
    ([name]) => !/^(date|x-amzn-requestid|x-amzn-trace-id|x-request-id)$/.test(name),
  );
  return { status: response.status, headers: told, text: await response.text() };
};

beforeAll(async () => {
  const tables = await testTables();
  const { administer } = testService(tables);
  const owning = await administer.createOrg('enterprise', 10_000 as never);
  const other = await administer.createOrg('enterprise', 10_000 as never);
  owner = bearer(owning.api_key);
  stranger = bearer(other.api_key);
  service = await runningService(tables);
  const program = await OAuthProgram.register(service.baseUrl);
  const connected = async (orgId: string) => {
    const { user_id, cookie } = await signedIn(tables, orgId);
    const { access } = await program.connect(new OAuthBrowser(cookie));
    return { user_id, session: { cookie, origin: service.baseUrl }, token: bearer(access) };
  };
  const { session, token } = await connected(other.org_id);
  strangers = { key: stranger, session, token };
  const { user_id } = await connected(owning.org_id);
  const [connection] = await dynamoConnections(tables.db, tables.records, systemClock).list(
    owning.org_id,
    user_id,
  );
  const { key_id } = await administer.createKey(owning.org_id, 'of the owner');
  const dir = await mkdtemp(join(tmpdir(), 'clip-'));
  await quickFfmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=duration=1:size=160x90:rate=5',
    join(dir, 'a.mp4'),
  );
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(join(dir, 'a.mp4')))]), 'a.mp4');
  await rm(dir, { recursive: true });
  const sent = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: owner,
    body: form,
  });
  const { upload_id, video } = UploadResult.parse(await sent.json());
  const frames = await call(owner, 'POST', '/v1/frames', { upload_id, transcribe: false });
  const { job_id } = FramesResult.parse(JSON.parse(frames.text));
  const begun = await call(owner, 'POST', '/v1/uploads/direct', {});
  const open = DirectUploadTarget.parse(JSON.parse(begun.text)).upload_id;
  const batch = await call(owner, 'POST', '/v1/batches', { items: [{ upload_id }] });
  const { batch_id } = JSON.parse(batch.text);
  const beside = (id: string) =>
    [id, id.slice(0, 4) + '01ARZ3NDEKTSV4RRFFQ69G5FAV'.slice(0, id.length - 4)] as const;
  ids = {
    video: beside(video.id),
    upload: beside(upload_id),
    'open upload': beside(open),
    job: beside(job_id),
    batch: beside(batch_id),
    key: beside(key_id),
    connection: beside(connection?.connection_id ?? ''),
  };
});
afterAll(() => service.stop());

/** The calls by which an id can be named to a route: in its path, or in a body that it takes. */
function callsOf(route: Route, id: string): { path: string; body?: unknown }[] {
  const path = route.path.replaceAll(/\{\w+\}/g, id);
  const bodies = [
    { upload_id: id },
    { url: id },
    { session_id: id, question: 'What is shown?' },
  ].filter((body) => route.body?.safeParse(body).success);
  if (bodies.length > 0) return bodies.map((body) => ({ path, body }));
  return path === route.path ? [] : [{ path, ...(route.body && { body: {} }) }];
}

/** Every credential meets every route, but not with every id. */
const inTurn = <T>(all: readonly T[], turn: number): T => all[turn % all.length] as T;

const naming = ROUTES.filter((route) => callsOf(route, 'upl_x').length > 0);

test.each(naming)(
  '$method $path tells a stranger’s id from an unknown one by nothing',
  async (route) => {
    const kinds = Object.entries(strangers);
    for (const [turn, [what, [theirs, nobodys]]] of Object.entries(ids).entries()) {
      for (const [kind, by] of asMany([inTurn(kinds, turn)], kinds)) {
        const unknown = callsOf(route, nobodys);
        for (const [at, { path, body }] of callsOf(route, theirs).entries()) {
          const found = await call(by, route.method, path, body);
          const none = await call(by, route.method, unknown[at]?.path ?? '', unknown[at]?.body);
          expect([kind, what, path, found]).toEqual([kind, what, path, none]);
          expect(found.status).toBeGreaterThanOrEqual(400);
          expect(found.text).not.toContain(theirs);
        }
      }
    }
  },
);

test('in a batch a stranger’s id fails in its place as an unknown one does', async () => {
  const [theirs, nobodys] = ids['upload'] ?? ['', ''];
  const items = [{ upload_id: theirs }, { upload_id: nobodys }, { url: theirs }, { url: nobodys }];
  const created = await call(stranger, 'POST', '/v1/batches', { items });
  const { batch_id } = JSON.parse(created.text);
  const batch = JSON.parse((await call(stranger, 'GET', `/v1/batches/${batch_id}`)).text);
  const told = batch.items.map(({ run_id: _, ...item }: { run_id: string }) => item);
  expect([batch.status, batch.failed]).toEqual(['failed', 4]);
  expect(new Set(told.map((item: unknown) => JSON.stringify(item))).size).toBe(1);
});

test('the id of the right kind is not found by any route that names one', async () => {
  const calls = [
    ['POST', '/v1/frames', { upload_id: ids['upload']?.[0] }],
    ['POST', '/v1/frames', { url: ids['upload']?.[0] }],
    ['POST', '/v1/transcript', { upload_id: ids['upload']?.[0] }],
    ['POST', `/v1/uploads/${ids['open upload']?.[0]}/complete`, {}],
    ['POST', `/v1/uploads/${ids['upload']?.[0]}/complete`, {}],
    ['DELETE', `/v1/videos/${ids['video']?.[0]}`],
    ['GET', `/v1/jobs/${ids['job']?.[0]}`],
    ['POST', `/v1/jobs/${ids['job']?.[0]}/cancel`],
  ] as const;
  for (const [method, path, body] of calls) {
    const { status, text } = await call(stranger, method, path, body);
    expect([path, status, JSON.parse(text).error.type]).toEqual([path, 404, 'video_not_found']);
  }
});

test('every other verb answers alike as well', async () => {
  const paths = new Set(naming.map(({ path }) => path).filter((path) => path.includes('{')));
  const all = Object.values(ids);
  for (const [turn, path] of [...paths].entries()) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const [theirs, nobodys] of asMany([inTurn(all, turn)], all)) {
        const at = (id: string) => path.replaceAll(/\{\w+\}/g, id);
        const found = await call(stranger, method, at(theirs));
        const none = await call(stranger, method, at(nobodys));
        // A path that does not exist is named as it was called.
        const text = found.text.replaceAll(theirs, nobodys);
        expect([method, path, { ...found, text }]).toEqual([method, path, none]);
      }
    }
  }
});

test('no list of the stranger shows anything of the owner, and the owner still has all of it', async () => {
  const lists = ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const by of Object.values(strangers)) {
    for (const { path } of lists) {
      const { text } = await call(by, 'GET', path);
      for (const [theirs] of Object.values(ids)) expect(text).not.toContain(theirs);
    }
  }
  const [upload_id, job_id] = [ids['upload']?.[0], ids['job']?.[0]];
  const again = await call(owner, 'POST', '/v1/frames', { upload_id, transcribe: false });
  expect(again.status).toBe(200);
  const job = await call(owner, 'GET', `/v1/jobs/${job_id}`);
  expect(JSON.parse(job.text)).toMatchObject({ status: 'succeeded' });
  expect(service.defects).toEqual([]);
});
