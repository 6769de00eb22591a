import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import { newDelivery } from '../../../domain/webhooks/new-delivery.ts';
import * as keys from '../keys.ts';
import type { Write } from '../transact.ts';

/** Partition of the `due` index that holds the deliveries that are pending. */
export const DUE_DELIVERIES = 'webhook';
const KEPT_SECONDS = 30 * 24 * 3600;
/** A message that did not come by then was lost. */
const UNSEEN_AFTER_MS = 60_000;

/** The delivery that goes with the end of a job, when one was asked for. */
export function deliveryOf(table: string, job: JobRecord): Write[] {
  const delivery = newDelivery(job);
  if (!delivery) return [];
  const created = Date.parse(delivery.created_at);
  const Item = {
    ...keys.webhook(job.org_id, job.job_id),
    ...delivery,
    due: DUE_DELIVERIES,
    due_at: new Date(created + UNSEEN_AFTER_MS).toISOString(),
    expires_at: Math.floor(created / 1000) + KEPT_SECONDS,
  };
  return [{ name: 'webhook', item: { Put: { TableName: table, Item } } }];
}
