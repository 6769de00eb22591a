import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { fileMailer } from '../../layers/adapters/mail/file-mailer.ts';
import { sesMailer } from '../../layers/adapters/mail/ses-mailer.ts';
import type { Mail, Mailer } from '../../layers/app/ports/identity/mail.ts';
import { site } from '../support/sites/sites.ts';

interface Started {
  readonly mailer: Mailer;
  /** What has arrived, in any order. */
  readonly arrived: () => Promise<Mail[]>;
  /** From now on nothing can be sent. */
  readonly breakDown: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function files(): Promise<Started> {
  const parent = await mkdtemp(join(tmpdir(), 'mailer-'));
  const folder = join(parent, 'mail');
  const read = async (name: string): Promise<Mail> => {
    const message = await readFile(join(folder, name), 'utf8');
    const [head = ''] = message.split('\n\n', 1);
    const field = (of: string) => new RegExp(`^${of}: (.*)$`, 'm').exec(head)?.[1] ?? '';
    return { to: field('To'), subject: field('Subject'), text: message.slice(head.length + 2) };
  };
  return {
    mailer: fileMailer(folder, () => new Date('2026-05-01T12:00:00Z')),
    arrived: async () => Promise.all((await readdir(folder)).map(read)),
    breakDown: () => writeFile(folder, 'a file where the folder should be'),
    close: () => rm(parent, { recursive: true }),
  };
}

interface SendEmail {
  readonly Destination: { readonly ToAddresses: readonly [string] };
  readonly Content: {
    readonly Simple: {
      readonly Subject: { readonly Data: string };
      readonly Body: { readonly Text: { readonly Data: string } };
    };
  };
}

async function ses(): Promise<Started> {
  const mails: Mail[] = [];
  let status = 200;
  const server = await site(async (request, response) => {
    const { Destination, Content } = (await json(request)) as SendEmail;
    const { Subject, Body } = Content.Simple;
    const [to] = Destination.ToAddresses;
    if (status === 200) mails.push({ to, subject: Subject.Data, text: Body.Text.Data });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
  });
  const client = new SESv2Client({
    endpoint: server.origin,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  return {
    mailer: sesMailer('sign-in@video.example', client),
    arrived: async () => mails,
    async breakDown() {
      status = 500;
    },
    async close() {
      client.destroy();
      void server.close();
    },
  };
}

const MAIL = { to: 'ada@example.com', subject: 'Your code', text: 'Grüße, Ada:\n\n123456\n' };

describe.each([
  ['files', files],
  ['SES', ses],
])('a mailer by %s', (_, start) => {
  let started: Started;
  beforeEach(async () => {
    started = await start();
  });
  afterEach(() => started.close());

  test('sends address, subject and text as they are', async () => {
    await started.mailer.send(MAIL);
    expect(await started.arrived()).toEqual([MAIL]);
  });

  test('sends each of many mails of one moment by itself', async () => {
    const mails = Array.from({ length: 10 }, (_, n) => ({ ...MAIL, to: `${n}@example.com` }));
    await Promise.all(mails.map((mail) => started.mailer.send(mail)));
    const arrived = await started.arrived();
    expect(arrived.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual(mails);
  });

  test('says so when a mail cannot be sent', async () => {
    await started.breakDown();
    await expect(started.mailer.send(MAIL)).rejects.toThrow();
  });
});
