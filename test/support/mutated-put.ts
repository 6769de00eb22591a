import { request } from 'node:http';
import type { PutTarget } from '../../layers/domain/uploads/upload.ts';

export interface Mutation {
  readonly what: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const other = (character: string) => (character === 'a' ? 'b' : 'a');

/** Every header, length and character of a signed PUT changed, one at a time. */
export function mutationsOf({ put }: PutTarget, body: Uint8Array): Mutation[] {
  const { url, headers } = put;
  const original = { url, method: 'PUT', headers, body };
  const found: Mutation[] = [];
  const add = (what: string, change: Partial<Mutation>) =>
    found.push({ ...original, what, ...change });

  for (const [name, value] of Object.entries(headers)) {
    const { [name]: _, ...without } = headers;
    if (name === 'content-length') {
      // Node would count the bytes itself.
      const chunked = { ...without, 'transfer-encoding': 'chunked' };
      found.push({ ...original, what: 'without content-length', headers: chunked });
      continue;
    }
    add(`without ${name}`, { headers: without });
    for (const changed of [
      `${value}x`,
      value.toUpperCase(),
      value.slice(0, -1),
      `${value}, ${value}`,
    ]) {
      if (changed !== value)
        add(`${name}: ${changed}`, { headers: { ...headers, [name]: changed } });
    }
  }
  add('another host', { headers: { ...headers, host: 'elsewhere.example' } });
  for (const more of ['x-amz-acl', 'x-amz-meta-a', 'x-amz-tagging', 'x-amz-storage-class'])
    add(`with ${more}`, { headers: { ...headers, [more]: 'public-read' } });
  for (const length of [0, 1, body.length - 1, body.length + 1, body.length * 2]) {
    const sent = new Uint8Array(length);
    sent.set(body.subarray(0, length));
    add(`${length} bytes`, {
      headers: { ...headers, 'content-length': String(length) },
      body: sent,
    });
  }
  for (const method of ['POST', 'DELETE', 'GET', 'PATCH']) add(method, { method });
  const from = url.indexOf('/', 'http://'.length) + 1;
  for (let at = from; at < url.length; at += 1) {
    const changed = url.slice(0, at) + other(url[at] ?? '') + url.slice(at + 1);
    add(`character ${at} of the address`, { url: changed });
  }
  return found;
}

/** Sends exactly these headers, whatever they say of the body. */
export function sendPut({ url, method, headers, body }: Omit<Mutation, 'what'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}
