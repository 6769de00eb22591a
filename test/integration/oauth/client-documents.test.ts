import type { RequestListener, ServerResponse } from 'node:http';
import { OAuthBrowser, openConsent } from '../../support/oauth-browser.ts';
import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { oauthService } from '../../support/oauth-service.ts';
import { tlsSite } from '../../support/tls-site.ts';

type Answer = (response: ServerResponse, clientId: string) => void;

const documentOf = (clientId: string, more: object = {}) =>
  JSON.stringify({
    client_id: clientId,
    client_name: 'A named program',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    ...more,
  });

let at: Awaited<ReturnType<typeof oauthService>>;
let site: Awaited<ReturnType<typeof tlsSite>>;
const answers = new Map<string, Answer>();
const asked: string[] = [];
const answer: RequestListener = (request, response) => {
  asked.push(request.url ?? '');
  const clientId = `${site.url}${request.url}`;
  const given = answers.get(request.url ?? '');
  if (given) given(response, clientId);
  else response.writeHead(404).end();
};
beforeAll(async () => {
  at = await oauthService();
  site = await tlsSite(answer);
});
afterAll(async () => {
  expect(at.service.defects).toEqual([]);
  site.close();
  await at.service.stop();
});

let named = 0;
/** A client whose document is answered so. */
function client(given: Answer): string {
  named += 1;
  const path = `/client-${named}.json`;
  answers.set(path, given);
  return `${site.url}${path}`;
}

const json =
  (more: object = {}): Answer =>
  (response, clientId) => {
    // However long the tests take, what was fetched is not fetched anew.
    response.setHeader('cache-control', 'max-age=3600');
    response.setHeader('content-type', 'application/json').end(documentOf(clientId, more));
  };

const begin = async (clientId: string) => (await OAuthProgram.named(at.baseUrl, clientId)).begin();

/** Asks for an authorization, and tells whether the person was asked. */
async function isTaken(clientId: string): Promise<boolean> {
  const { url } = await begin(clientId);
  const told = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  if (told.status === 303) return (told.headers.get('location') ?? '').includes('/oauth/consent/');
  expect(told.status).toBe(400);
  return false;
}

test('a program names itself by its document, which the page says, and connects', async () => {
  const clientId = client(json());
  const program = await OAuthProgram.named(at.baseUrl, clientId);
  expect(program.as).toMatchObject({ client_id_metadata_document_supported: true });
  const { browser, user_id } = await at.person();
  const { html } = await openConsent(browser, (await program.begin()).url);
  expect(html).toContain('A named program');
  expect(html).toContain(`a document on <strong>${new URL(site.url).host}</strong>`);
  const held = await program.connect(browser);
  expect((await at.call(held.access)).status).toBe(200);
  expect((await program.refresh(held.refresh)).token_type).toBe('bearer');
  const [connection] = await at.connections.list(at.org.org_id, user_id);
  expect(connection).toMatchObject({ client_id: clientId, client_name: 'A named program' });
});

test('a document is fetched once for a while, and nothing that it names', async () => {
  const named = { logo_uri: `${site.url}/logo.png`, sector_identifier_uri: `${site.url}/sector` };
  const clientId = client(json({ ...named, subject_type: 'pairwise' }));
  for (const _ of [1, 2, 3]) expect(await isTaken(clientId)).toBe(true);
  expect(asked.filter((path) => clientId.endsWith(path))).toHaveLength(1);
  for (const url of Object.values(named)) expect(asked).not.toContain(new URL(url).pathname);
});

describe('a document is not taken', () => {
  test.each<[string, Answer]>([
    [
      'that names another client',
      (response) => void response.end(documentOf('https://other.example/c')),
    ],
    [
      'that names no client',
      (response) => void response.end(JSON.stringify({ redirect_uris: [REDIRECT] })),
    ],
    ['that is no JSON', (response) => void response.end('<html>')],
    ['that is a list', (response) => void response.end('[]')],
    ['that is empty', (response) => void response.end()],
    [
      'of 5,121 bytes',
      (response, id) => void response.end(documentOf(id, { x: 'x'.repeat(5121) })),
    ],
    [
      'of 5,121 bytes that says it is shorter',
      (response, id) =>
        void response
          .writeHead(200, { 'transfer-encoding': 'chunked' })
          .end(documentOf(id, { x: 'x'.repeat(5121) })),
    ],
    [
      'that moved, to itself',
      (response, id) => void response.writeHead(302, { location: `${id}?2` }).end(),
    ],
    [
      'that moved inside',
      (response) => void response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['that is not there', (response) => void response.writeHead(404).end('{}')],
    ['that failed', (response, id) => void response.writeHead(500).end(documentOf(id))],
    ['without content', (response) => void response.writeHead(204).end()],
    [
      'that is cut',
      (response) => {
        response.writeHead(200, { 'content-length': '900' }).write('{');
        setImmediate(() => response.destroy());
      },
    ],
    ['with a secret', json({ client_secret: 'a secret' })],
    ['with a secret method', json({ token_endpoint_auth_method: 'client_secret_post' })],
    [
      'with a signing method',
      json({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/keys' }),
    ],
    [
      'with a redirect address without TLS',
      json({ redirect_uris: [REDIRECT, 'http://app.example/'] }),
    ],
    ['with a scheme of its own', json({ redirect_uris: [REDIRECT, 'com.example:/'] })],
    ['with a wildcard', json({ redirect_uris: [REDIRECT, 'https://*.example/'] })],
    [
      'with eleven addresses',
      json({
        redirect_uris: [
          REDIRECT,
          ...Array.from({ length: 10 }, (_, i) => `https://a.example/${i}`),
        ],
      }),
    ],
    ['without an address', json({ redirect_uris: undefined })],
    ['with a name of 101 characters', json({ client_name: 'x'.repeat(101) })],
  ])('%s', async (_, given) => {
    expect(await isTaken(client(given))).toBe(false);
  });

  test('that takes longer than 5 s, however much of it comes meanwhile', async () => {
    const started = Date.now();
    const clientId = client((response) => {
      response.writeHead(200).write('{');
      const drip = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(drip));
    });
    expect(await isTaken(clientId)).toBe(false);
    expect(Date.now() - started).toBeLessThan(9_000);
  });

  test('by an address that is none for a document, and nothing is fetched', async () => {
    const before = site.connections();
    const host = site.url.slice('https://'.length);
    for (const clientId of [
      site.url,
      `${site.url}/`,
      `http://${host}/c.json`,
      `https://user@${host}/c.json`,
      `https://user:pw@${host}/c.json`,
      `${site.url}/c.json#x`,
      `${site.url}/a/../c.json`,
      `${site.url}/%2e%2e/c.json`,
      `${site.url}/c .json`,
      `${site.url}\\c.json`,
      `${site.url}/${'x'.repeat(500)}`,
      'https:///c.json',
      'ftp://localhost/c.json',
      'file:///etc/passwd',
    ]) {
      expect(await isTaken(clientId)).toBe(false);
    }
    expect(site.connections()).toBe(before);
  });
});

test('a stranger has 60 documents fetched an hour', async () => {
  const before = asked.length;
  const paths = Array.from({ length: 61 }, () =>
    client((response) => void response.writeHead(404).end()),
  );
  for (const clientId of paths) expect(await isTaken(clientId)).toBe(false);
  expect(asked.length - before).toBeLessThan(60);
  expect(await isTaken(client(json()))).toBe(false);
});

test('a browser without a session is asked to sign in before it sees anything of it', async () => {
  const { url } = await begin(`${site.url}/client-1.json`);
  const form = await openConsent(new OAuthBrowser(), url);
  expect(form.html).not.toContain('A named program');
});
