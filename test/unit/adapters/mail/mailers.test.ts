import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { fileMailer } from '../../../../layers/adapters/mail/file-mailer.ts';
import { sesMailer } from '../../../../layers/adapters/mail/ses-mailer.ts';
import { makeDeliverCode } from '../../../../layers/app/identity/mail-code.ts';
import { site } from '../../../support/sites/sites.ts';

const MAIL = { to: 'ada@example.com', subject: 'Your code', text: 'The code is\n\n123456\n' };
const at = new Date('2026-05-01T12:00:00.250Z');
let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'mail');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('a mail is a file of its time, for this user alone, with the code alone on a line', async () => {
  await fileMailer(folder, () => at).send(MAIL);
  expect(await readdir(folder)).toEqual(['2026-05-01T12-00-00.250Z.eml']);
  const path = join(folder, '2026-05-01T12-00-00.250Z.eml');
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^To: ada@example\.com$/m);
  expect(text.split('\n')).toContain('123456');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('mails of one moment are all there, each whole, and nothing else is', async () => {
  const mailer = fileMailer(folder, () => at);
  const texts = Array.from({ length: 20 }, (_, count) => `mail ${count} ends`);
  await Promise.all(texts.map((text) => mailer.send({ ...MAIL, text })));
  const names = await readdir(folder);
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
  const read = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(new Set(read.map((text) => text.split('\n').at(-1)))).toEqual(new Set(texts));
});

test('SES is asked to send plain text from the sender to one address', async () => {
  const asked: { url: string | undefined; body: unknown }[] = [];
  const server = await site(async (request, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push({ url: request.url, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
  });
  const client = new SESv2Client({
    endpoint: server.origin,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await sesMailer('sign-in@video.example', client).send(MAIL);
  client.destroy();
  await server.close();
  expect(asked).toEqual([
    {
      url: '/v2/email/outbound-emails',
      body: {
        FromEmailAddress: 'sign-in@video.example',
        Destination: { ToAddresses: ['ada@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: MAIL.subject, Charset: 'UTF-8' },
            Body: { Text: { Data: MAIL.text, Charset: 'UTF-8' } },
          },
        },
      },
    },
  ]);
});

test('a code for an address that nobody has is mailed to nobody', async () => {
  const people = { findByEmail: async () => undefined };
  const deliver = makeDeliverCode({ people, mailer: fileMailer(folder, () => at) });
  expect(await deliver({ email: MAIL.to, code: '123456' })).toBe('nobody');
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
