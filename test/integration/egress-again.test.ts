import { once } from 'node:events';
import { type RequestListener, request } from 'node:http';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { site } from '../support/sites/sites.ts';

/** What the user of a lane is answered by a site that answers each request in its own way. */
async function asking(
  answers: readonly RequestListener[],
  { plain, method = 'GET' }: { readonly plain: boolean; readonly method?: string },
) {
  let asked = 0;
  const web = await site((got, response) => {
    answers[asked]?.(got, response);
    asked += 1;
  });
  const proxy = await startProxy(egress('1'));
  const lane = proxy.lane({ plain });
  const { port, username, password } = new URL(lane.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path: `${web.origin}/1.ts`,
    headers: { 'proxy-authorization': authorization, connection: 'close' },
  });
  sent.end();
  const [answer] = await once(sent, 'response');
  const { statusCode } = answer;
  answer.resume();
  await once(answer, 'end');
  await proxy.close();
  await web.close();
  return { statusCode, asked };
}

const good: RequestListener = (_, response) => void response.end('a piece');
const busy: RequestListener = (_, response) =>
  void response.writeHead(503, { 'retry-after': '1' }).end('busy');
const broken: RequestListener = (_, response) => void response.destroy();
const missing: RequestListener = (_, response) => void response.writeHead(404).end();

test('what a plain lane asks for is asked again while the site is busy, or breaks off', async () => {
  const plain = true;
  expect(await asking([busy, broken, good], { plain })).toEqual({ statusCode: 200, asked: 3 });
  expect(await asking([missing, good], { plain })).toEqual({ statusCode: 404, asked: 1 });
});

test('other lanes are told as it is, and nothing that brings something is sent twice', async () => {
  expect(await asking([busy, good], { plain: false })).toEqual({ statusCode: 503, asked: 1 });
  const post = { plain: true, method: 'POST' };
  expect(await asking([busy, good], post)).toEqual({ statusCode: 503, asked: 1 });
});

test('the last answer of a site that stays busy is sent on', async () => {
  const now: RequestListener = (_, response) => void response.writeHead(500).end();
  const answers = [now, now, now, now, good];
  expect(await asking(answers, { plain: true })).toEqual({ statusCode: 500, asked: 4 });
});
