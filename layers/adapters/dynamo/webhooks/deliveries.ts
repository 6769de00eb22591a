import { randomUUID } from 'node:crypto';
import {
  type DynamoDBDocumentClient,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Deliveries, DeliveryRef } from '../../../app/ports/webhooks/webhooks.ts';
import { DeliveryRecord } from '../../../domain/webhooks/webhook-delivery.ts';
import { dueRows } from '../due.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, newest, rowsUnder } from '../rows.ts';
import { readable } from '../unreadable.ts';
import { pendingFrom } from './outbox.ts';

/** Clocks of queue and worker need not agree: a message may come this much early. */
const EARLY_MS = 1_000;

/**
 * A row for each message to a receiver, written with what it tells of. A try claims its row for
 * a time, in which no other one sends it; pending rows are due when their next try is.
 */
export function dynamoDeliveries(db: DynamoDBDocumentClient, table: string): Deliveries {
  type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>;
  const move = ({ orgId, deliveryId }: DeliveryRef, change: Change) => {
    const Key = keys.webhook(orgId, deliveryId);
    return ifHeld(db.send(new UpdateCommand({ TableName: table, Key, ...change })));
  };
  const update = async (ref: DeliveryRef, change: Change) => {
    const updated = await move(ref, { ...change, ReturnValues: 'ALL_NEW' });
    return updated && DeliveryRecord.parse(updated.Attributes);
  };
  return {
    async claim(ref, now, until) {
      const claim = randomUUID();
      const claimed = await update(ref, {
        UpdateExpression:
          'SET next_attempt_at = :until, due_at = :until, claimed_by = :claim ADD attempts :one',
        ConditionExpression: '#status = :pending AND next_attempt_at <= :now',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':one': 1,
          ':claim': claim,
          ':until': until.toISOString(),
          ':now': new Date(now.getTime() + EARLY_MS).toISOString(),
        },
      });
      if (claimed) return claimed;
      // The client sends a write again whose answer was lost, and then finds it done.
      const row = await getRow(db, table, keys.webhook(ref.orgId, ref.deliveryId));
      return row?.['claimed_by'] === claim ? DeliveryRecord.parse(row) : undefined;
    },
    async settle(ref, delivery, lookAt) {
      const pending = delivery.status === 'pending';
      await update(ref, {
        UpdateExpression: `SET #status = :status, next_attempt_at = :next, last_response = :response${
          pending ? ', due_at = :look REMOVE' : ' REMOVE due, due_at,'
        } claimed_by`,
        ConditionExpression: '#status = :pending AND attempts = :attempts',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':status': delivery.status,
          ':next': delivery.next_attempt_at,
          ':response': delivery.last_response,
          ':attempts': delivery.attempts,
          ...(pending ? { ':look': lookAt.toISOString() } : {}),
        },
      });
    },
    async endTries(now, until, limit) {
      for (const row of await dueRows(db, table, 'webhook', until, limit)) {
        const { org_id, sk, claimed_by: claim } = row;
        if (claim === undefined) continue;
        const ref = { orgId: String(org_id), deliveryId: keys.deliveryOf(String(sk)) };
        await move(ref, {
          UpdateExpression: 'SET next_attempt_at = :now, due_at = :now REMOVE claimed_by',
          ConditionExpression: 'claimed_by = :claim',
          ExpressionAttributeValues: { ':claim': claim, ':now': now.toISOString() },
        });
      }
    },
    async due(time, limit) {
      const rows = await dueRows(db, table, 'webhook', time, limit);
      return rows.map((row) => ({
        orgId: String(row['org_id']),
        deliveryId: keys.deliveryOf(String(row['sk'])),
      }));
    },
    async postpone(ref, until) {
      // One that is no longer pending stays as it is.
      await move(ref, {
        UpdateExpression: 'SET due_at = :until',
        ConditionExpression: 'attribute_exists(due)',
        ExpressionAttributeValues: { ':until': until.toISOString() },
      });
    },
    async renew(ref, now) {
      const { due, due_at, expires_at } = pendingFrom(keys.webhook(ref.orgId, ref.deliveryId), now);
      const renewed = await update(ref, {
        UpdateExpression:
          'SET #status = :pending, attempts = :none, next_attempt_at = :now, due = :due, due_at = :look, expires_at = :expires',
        // Of one that is claimed an attempt is under way, or is looked after by the sweep.
        ConditionExpression:
          'attribute_exists(pk) AND (#status <> :pending OR attribute_not_exists(claimed_by))',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':none': 0,
          ':now': now.toISOString(),
          ':due': due,
          ':look': due_at,
          ':expires': expires_at,
        },
      });
      if (renewed) return renewed;
      const row = await getRow(db, table, keys.webhook(ref.orgId, ref.deliveryId));
      return row && DeliveryRecord.parse(row);
    },
    async list(orgId, limit, passOver) {
      const found: DeliveryRecord[] = [];
      let from: keys.Key | undefined;
      for (let isMore = true; isMore; ) {
        const wanted = limit - found.length;
        const rows = await rowsUnder(db, table, keys.webhook(orgId, ''), newest(wanted, from));
        found.push(...readable(rows, (row) => DeliveryRecord.parse(row), passOver));
        const last = rows.at(-1);
        from = last && keys.webhook(orgId, keys.deliveryOf(String(last['sk'])));
        isMore = rows.length === wanted && found.length < limit;
      }
      return found;
    },
  };
}
