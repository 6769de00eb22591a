import { Readable } from 'node:stream';
import { filePart } from '../../../layers/http/file-part.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const part = (headers: string, content: string) =>
  `--xyz\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.mp4"', 'bytes');
const END = '--xyz--\r\n';

async function read(body: string | Readable, type = TYPE): Promise<[string, string]> {
  const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
  const { filename, bytes } = await filePart(stream, type);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return [filename, Buffer.concat(chunks).toString()];
}

test('the file of a form is read with its name', async () => {
  expect(await read(FILE + END)).toEqual(['a.mp4', 'bytes']);
});

test('quotes in the name of a file are told as they stand, however a client writes them', async () => {
  const form = new FormData();
  form.set('file', new Blob(['bytes']), 'say "hi", 100%.mp4');
  const sent = new Request('http://localhost', { method: 'POST', body: form });
  const [name] = await read(await sent.text(), sent.headers.get('content-type') ?? '');
  expect(name).toBe('say "hi", 100%.mp4');
  const quoted = part('name="file"; filename="say \\"hi\\".mp4"', 'bytes');
  expect(await read(quoted + END)).toEqual(['say "hi".mp4', 'bytes']);
});

test('a large file arrives whole, in chunks of whatever size', async () => {
  const content = 'x'.repeat(300_000);
  const form = Buffer.from(part('name="file"; filename="a.mp4"', content) + END);
  const chunks = Array.from({ length: Math.ceil(form.length / 7_001) }, (_, at) =>
    form.subarray(at * 7_001, (at + 1) * 7_001),
  );
  expect((await read(Readable.from(chunks)))[1]).toBe(content);
});

test.each([
  ['an empty form', END, '`file` is missing'],
  ['nothing', '', 'not complete|before it is complete|missing'],
  [
    'a file under another name',
    part('name="video"; filename="a.mp4"', 'x') + END,
    'Unknown part `video`.* named `file`',
  ],
  [
    'a field beside the file',
    part('name="title"', 'x') + FILE + END,
    'Unknown part `title`.* `file` is the only one',
  ],
  ['a field after the file', FILE + part('name="title"', 'x') + END, 'Unknown part `title`'],
  ['two files', FILE + FILE + END, 'sent twice. Send one file'],
  ['a form without its end', FILE, 'before it is complete'],
  ['a form that breaks inside the file', FILE.slice(0, -4), 'before it is complete'],
])('%s is refused in words', async (_, body, words) => {
  await expect(read(body)).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringMatching(words),
  });
});

test('a form that breaks while its file is being read is refused in the same words', async () => {
  const body = new Readable({ read() {} });
  body.push(FILE.slice(0, -4));
  const { bytes } = await filePart(body, TYPE);
  const arriving = bytes[Symbol.asyncIterator]();
  expect((await arriving.next()).done).toBe(false);
  const next = arriving.next();
  body.push(null);
  await expect(next.then(() => arriving.next())).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringMatching('before it is complete'),
  });
});

test('a content type without a boundary is refused', async () => {
  await expect(read(FILE + END, 'multipart/form-data')).rejects.toMatchObject({
    type: 'invalid_request',
  });
});

test('a sender who leaves ends the reading with an error', async () => {
  const body = new Readable({ read() {} });
  body.push(FILE.slice(0, -4));
  const reading = read(body);
  setImmediate(() => body.destroy());
  await expect(reading).rejects.toThrow();
});
