import type { Principal } from '../../domain/accounts/credential.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import { DomainError } from '../../domain/errors.ts';
import { TICKET_SECONDS, TicketClaims } from '../../domain/uploads/ticket.ts';
import type { UploadTicket, UploadTicketRequest } from '../../domain/uploads/upload.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Seal, UsedTickets } from '../ports/uploads/tickets.ts';
import { requireWebhook, type WebhookRefusal } from '../webhooks/require-webhook.ts';

/** A ticket that was found to be genuine, and whom it speaks for. */
export interface OpenedTicket {
  readonly principal: Principal;
  readonly claims: TicketClaims;
}

/** One refusal for every reason, so that it tells nothing of what the ticket was. */
const refused = () =>
  new DomainError(
    'unauthorized',
    'The ticket is not valid: it was changed, has expired or was used. Ask for a new one.',
  );

interface IssueDeps {
  readonly seal: Seal;
  readonly now: Clock;
  readonly nonce: () => string;
  readonly webhookRefusal: WebhookRefusal;
}

/**
 * Makes a ticket by which somebody without a credential uploads one file for the organization.
 * @throws DomainError invalid_request for a webhook that may not be called
 */
export const makeIssueTicket =
  ({ seal, now, nonce, webhookRefusal }: IssueDeps) =>
  (
    { orgId, tier }: Pick<Principal, 'orgId' | 'tier'>,
    { webhook_url }: UploadTicketRequest,
    baseUrl: string,
  ): UploadTicket => {
    requireWebhook(webhook_url, webhookRefusal);
    const exp = Math.floor(now().getTime() / 1000) + TICKET_SECONDS;
    const max_bytes = PLANS[tier].max_upload_bytes;
    const claims: TicketClaims = {
      aud: 'upload',
      org: orgId,
      exp,
      max_bytes,
      nonce: nonce(),
      webhook_url,
    };
    const ticket = seal.seal(JSON.stringify(claims));
    return {
      ticket,
      upload_url: `${baseUrl}/v1/uploads/t/${ticket}`,
      direct_url: `${baseUrl}/v1/uploads/direct?ticket=${ticket}`,
      expires_at: new Date(exp * 1000).toISOString(),
      max_bytes,
    };
  };

interface OpenDeps {
  readonly seal: Seal;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly now: Clock;
}

/**
 * Tells for whom a ticket speaks. That it is unused is made sure by using it.
 * @throws DomainError unauthorized
 */
export const makeOpenTicket =
  ({ seal, accounts, now }: OpenDeps) =>
  async (ticket: string, { evenExpired = false } = {}): Promise<OpenedTicket> => {
    const text = seal.open(ticket);
    if (text === undefined) throw refused();
    const claims = TicketClaims.safeParse(JSON.parse(text)).data;
    if (!claims || (!evenExpired && claims.exp * 1000 <= now().getTime())) throw refused();
    const account = await accounts.find(claims.org);
    if (!account || account.suspended_at !== undefined) throw refused();
    const { org_id: orgId, tier } = account;
    return {
      principal: { kind: 'ticket', orgId, tier, scopes: ['video:read'], wallet: 'topup' },
      claims,
    };
  };

/**
 * Uses a ticket up.
 * @returns what gives it back, for when nothing was kept by it
 * @throws DomainError unauthorized when the ticket was used before, or is being used
 */
export const makeUseTicket =
  ({ usedTickets }: { usedTickets: UsedTickets }) =>
  async ({ claims }: OpenedTicket): Promise<() => Promise<void>> => {
    const expires = new Date(claims.exp * 1000);
    const giveBack = await usedTickets.use(claims.org, claims.nonce, expires);
    if (!giveBack) throw refused();
    return giveBack;
  };
