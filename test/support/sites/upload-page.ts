import type { IncomingMessage } from 'node:http';
import { site } from './sites.ts';

/**
 * A page as somebody else would write it: its own server holds the key, its visitors send straight
 * into storage.
 */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Send a video</title>
<style>body { font: 20px sans-serif; margin: 3em } progress { width: 100%; height: 2em }</style>
<h1>Send a video</h1>
<input type="file" id="file">
<p><progress id="bar" value="0" max="1"></progress></p>
<p><output id="said">Choose a file.</output></p>
<script type="module">
  const [file, bar, said] = ['file', 'bar', 'said'].map((id) => document.getElementById(id));
  window.seen = [];
  const own = async (path, body) => {
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const put = (url, headers, blob, onProgress) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser knows the length by itself and lets no page say it.
      if (name !== 'content-length') request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, etag: request.getResponseHeader('etag') });
    request.onerror = () => reject(new Error('the storage did not let the page in'));
    request.send(blob);
  });
  file.onchange = async () => {
    const [blob] = file.files;
    try {
      let sent = 0;
      const show = (loaded) => {
        bar.value = (sent + loaded) / blob.size;
        window.seen.push(bar.value);
        said.value = Math.round(bar.value * 100) + ' %';
      };
      const type = blob.type || 'application/octet-stream';
      const { body: target } = await own('/begin', { filename: blob.name, bytes: blob.size, content_type: type });
      const parts = [];
      if (target.put) {
        const { status, etag } = await put(target.put.url, target.put.headers, blob, show);
        if (status !== 200) throw new Error('refused with ' + status);
        if (!etag) throw new Error('no ETag was shown to the page');
      } else {
        const { part_size, parts: addresses } = target.multipart;
        for (const { part_number, url } of addresses) {
          const part = blob.slice(sent, sent + part_size);
          const { status, etag } = await put(url, {}, part, show);
          if (status !== 200) throw new Error('part ' + part_number + ' refused with ' + status);
          parts.push({ part_number, etag });
          sent += part.size;
        }
      }
      const done = await own('/complete', { url: target.complete_url, body: parts.length ? { parts } : {} });
      if (done.status !== 200) throw new Error(JSON.stringify(done.body));
      window.result = { ...done.body, etags: parts.map(({ etag }) => etag) };
      said.value = 'Done: ' + done.body.video.id + ', ' + done.body.video.duration + ' s';
    } catch (error) {
      said.value = 'Failed: ' + error.message;
    }
  };
</script>`;

export interface UploadPage {
  readonly origin: string;
  close(): void;
}

/** Serves the page on an origin of its own. */
export async function serveUploadPage(service: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): Promise<UploadPage> {
  const call = async (url: string, body: unknown) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const answer = async (request: IncomingMessage) => {
    const body = JSON.parse(await textOf(request)) as { url?: string; body?: unknown };
    return request.url === '/begin'
      ? call(`${service.baseUrl}/v1/uploads/direct`, body)
      : call(body.url ?? '', body.body);
  };
  const server = await site(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      return;
    }
    const { status, text } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  return {
    origin: server.origin,
    close() {
      void server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
