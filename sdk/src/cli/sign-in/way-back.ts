import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>Video Reader</title><p>${text}</p>`;

/** A port of this machine to which a browser is sent back: RFC 8252, 7.3. */
export async function wayBack() {
  let arrive: (url: URL) => void;
  const back = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri);
    const isBack = url.pathname === '/back';
    const allowed = url.searchParams.has('code');
    response.writeHead(isBack ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      connection: 'close',
    });
    response.end(
      page(allowed ? 'You are signed in. You may close this page.' : 'You are not signed in.'),
    );
    if (isBack) arrive(url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return {
    redirectUri,
    /** The address that the browser came back to. */
    back,
    close: () => server.close(),
  };
}
