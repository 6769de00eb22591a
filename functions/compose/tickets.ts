import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { gcmSeal } from '../../layers/adapters/system/seal.ts';
import { makeOpenTicket } from '../../layers/app/uploads/tickets.ts';
import { secretsIn } from './secrets.ts';

interface TicketsEnv {
  readonly LEDGER_TABLE: string;
  readonly TICKET_SECRET: string;
}

/** Tells for whom a ticket speaks. */
export const openingTickets = async (db: DynamoDBDocumentClient, env: TicketsEnv) =>
  makeOpenTicket({
    seal: gcmSeal(...(await secretsIn(env.TICKET_SECRET))),
    accounts: dynamoAccounts(db, env.LEDGER_TABLE),
    now: systemClock,
  });

/**
 * The same for calls about an upload that a ticket began. A large file takes longer than a ticket
 * lives; the upload has an end of its own.
 */
export const openingOldTickets = async (db: DynamoDBDocumentClient, env: TicketsEnv) => {
  const open = await openingTickets(db, env);
  return (ticket: string) => open(ticket, { evenExpired: true });
};
