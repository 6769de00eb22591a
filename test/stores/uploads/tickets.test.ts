import { randomUUID } from 'node:crypto';
import { dynamoAccountDirectory } from '../../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { publicOnly } from '../../../layers/adapters/egress/egress.ts';
import { gcmSeal } from '../../../layers/adapters/system/seal.ts';
import { makeReceiveByTicket } from '../../../layers/app/uploads/receive-by-ticket.ts';
import {
  makeIssueTicket,
  makeOpenTicket,
  makeUseTicket,
} from '../../../layers/app/uploads/tickets.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { UploadTicketRequest } from '../../../layers/domain/uploads/upload.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const BASE = 'https://api.example';
const seal = gcmSeal('a secret that is long enough for this');
const tables = await testTables();
let service: ReturnType<typeof testService>;
let caller: Principal;

beforeAll(async () => {
  service = testService(tables);
  caller = await service.caller('creator');
});
beforeEach(() => {
  service.clock.now = new Date('2026-05-01T12:00:00Z');
  service.engine.found = MINUTE;
});

const now = () => service.clock.now;
const issue = (request: UploadTicketRequest = {}) =>
  makeIssueTicket({ seal, now, nonce: randomUUID, webhookRefusal: publicOnly().refusalOf })(
    caller,
    request,
    BASE,
  );
const open: ReturnType<typeof makeOpenTicket> = (...of) =>
  makeOpenTicket({ seal, accounts: service.accounts, now })(...of);
const receive = (ticket: string, bytes = 'bytes', filename = '') =>
  makeReceiveByTicket({
    openTicket: open,
    useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(tables.db, tables.records) }),
    receiveUpload: (principal, file, _, by) =>
      service.receiveUpload(principal, bytes, file.filename, by),
  })(
    ticket,
    { filename, contentType: 'video/mp4', bytes: (async function* () {})() },
    undefined,
    new AbortController().signal,
  );
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => JSON.stringify(error.toApiError?.() ?? String(error)),
  );

test('a ticket names its addresses, its end and the limit of the plan', () => {
  const { ticket, ...told } = issue();
  expect(told).toEqual({
    upload_url: `${BASE}/v1/uploads/t/${ticket}`,
    direct_url: `${BASE}/v1/uploads/direct?ticket=${ticket}`,
    expires_at: '2026-05-01T12:15:00.000Z',
    max_bytes: 2_000_000_000,
  });
  expect(ticket).toMatch(/^[\w.-]+$/);
});

test('a ticket speaks for its organization, and for uploads alone', async () => {
  const { principal } = await open(issue().ticket);
  expect(principal).toMatchObject({ orgId: caller.orgId, tier: 'creator', scopes: ['video:read'] });
  const other = seal.seal(JSON.stringify({ aud: 'session', org: caller.orgId, exp: 9e9 }));
  await expect(open(other)).rejects.toMatchObject({ type: 'unauthorized' });
});

test('whichever bit of a ticket is flipped, it is refused', () => {
  const { ticket } = issue();
  const bytes = Buffer.from(ticket, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      expect(seal.open(changed.toString('latin1'))).toBeUndefined();
    }
  }
  for (const changed of [ticket.slice(0, -1), `${ticket}=`, `${ticket}.`, `.${ticket}`, '', '.']) {
    expect(seal.open(changed)).toBeUndefined();
  }
  expect(gcmSeal('another secret that is long enough').open(ticket)).toBeUndefined();
});

test('a ticket ends after 15 minutes', async () => {
  const { ticket } = issue();
  service.clock.now = new Date('2026-05-01T12:14:59Z');
  await open(ticket);
  service.clock.now = new Date('2026-05-01T12:15:00Z');
  await expect(open(ticket)).rejects.toMatchObject({ type: 'unauthorized' });
  await open(ticket, { evenExpired: true });
});

test('a ticket of an organization that is suspended is refused, as one in use already', async () => {
  const of = await service.caller('creator');
  const ticket = makeIssueTicket({
    seal,
    now,
    nonce: randomUUID,
    webhookRefusal: publicOnly().refusalOf,
  })(of, {}, BASE).ticket;
  await open(ticket);
  const directory = dynamoAccountDirectory(tables.db, tables.ledger);
  await directory.change(of.orgId, { suspended_at: now().toISOString() });
  await expect(open(ticket)).rejects.toMatchObject({ type: 'unauthorized' });
  await expect(open(ticket, { evenExpired: true })).rejects.toMatchObject({ type: 'unauthorized' });
});

test('used fifty times at once, a ticket brings in one upload', async () => {
  const { ticket } = issue();
  const uses = Array.from({ length: 50 }, (_, at) => outcome(receive(ticket, `file ${at}`)));
  const outcomes = await Promise.all(uses);
  expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
  expect(new Set(outcomes).size).toBe(2);
  const keys = [...service.artifacts.objects.keys()];
  expect(
    keys.filter((key) => key.includes(`${caller.orgId}/`) && key.includes('/upl_')),
  ).toHaveLength(1);
});

test('a ticket whose file was refused takes another, and one alone', async () => {
  const { ticket } = issue();
  service.engine.found = new DomainError('no_video_stream', 'No media.');
  await expect(receive(ticket, 'no film')).rejects.toMatchObject({ type: 'no_video_stream' });
  await expect(receive(ticket, 'nor this')).rejects.toMatchObject({ type: 'no_video_stream' });
  service.engine.found = MINUTE;
  const uses = Array.from({ length: 20 }, (_, at) => outcome(receive(ticket, `film ${at}`)));
  expect((await Promise.all(uses)).filter((one) => one === 'ok')).toHaveLength(1);
  await expect(receive(ticket, 'one more')).rejects.toMatchObject({ type: 'unauthorized' });
});

test('a file that is refused while others try by the same ticket makes room for one of them', async () => {
  const { ticket } = issue();
  const kept = () => outcome(receive(ticket, `a film ${randomUUID()}`));
  service.engine.found = new DomainError('no_video_stream', 'No media.');
  const refused = await Promise.all([kept(), kept(), kept(), kept()]);
  expect(refused).not.toContain('ok');
  service.engine.found = MINUTE;
  const outcomes = await Promise.all([kept(), kept(), kept(), kept()]);
  expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
});

test('every refusal of a ticket has the same words', async () => {
  const used = issue().ticket;
  await receive(used);
  const expired = issue().ticket;
  const refusals = [outcome(receive(used)), outcome(receive(`${used}x`)), outcome(receive('x'))];
  const early = await Promise.all(refusals);
  service.clock.now = new Date('2026-05-01T13:00:00Z');
  const late = await outcome(receive(expired));
  expect(new Set([...early, late]).size).toBe(1);
  expect(late).toContain('unauthorized');
});

test('camera raw by ticket is refused before the ticket is used up', async () => {
  const { ticket } = issue();
  await expect(receive(ticket, 'raw', 'a.r3d')).rejects.toMatchObject({ type: 'no_video_stream' });
  await receive(ticket, 'bytes', 'a.mp4');
});
