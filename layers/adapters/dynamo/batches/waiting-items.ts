import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { eachAtATime } from '../../../domain/each-at-a-time.ts';
import { type ApiError, DomainError } from '../../../domain/errors.ts';
import { linkOf } from '../../../domain/links/recognise.ts';
import * as keys from '../keys.ts';
import { getRow, rowsUnder } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { dynamoBatches } from './batches.ts';

const ERASED: ApiError = {
  type: 'video_not_found',
  message: 'The video of this item was erased before it was read.',
};

/** Hundreds may wait for a slot. */
const BATCHES_AT_A_TIME = 16;

/** By what a video can be asked for. */
interface Names {
  /** Of the video and its uploads. */
  readonly ids: readonly string[];
  /** Digests of the canonical addresses of its links. */
  readonly links: readonly string[];
}

/**
 * Ends the items of an organization's batches that wait to be asked about a video, and forgets what
 * they asked. Of a row no more is read than tells that: one that cannot be read as a whole, of
 * another release or damaged, stands in the way of no erasure.
 */
export async function dropWaitingItems(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  names: Names,
): Promise<void> {
  const batches = dynamoBatches(db, table);
  await eachAtATime(BATCHES_AT_A_TIME, await batches.waiting(orgId), async (batchId) => {
    const made = await getRow(db, table, keys.batch(orgId, batchId));
    if (!made) return;
    const batch = { org_id: orgId, batch_id: batchId, created_at: String(made['created_at']) };
    for (const row of await rowsUnder(db, table, keys.batchItems(orgId, batchId))) {
      if (!isAbout(waitsFor(row), names)) continue;
      const index = Number(row['index']);
      const isOn = await batches.start(batch, index, { error: ERASED });
      if (!isOn) await batches.forget(orgId, batchId, index);
    }
  });
}

/** By what the video of an item is asked for; nothing where the item waits no more. */
function waitsFor({ request, job_id, error }: keys.Row): keys.Row {
  if (typeof request !== 'string' || job_id !== null || error !== null) return {};
  try {
    return Object(JSON.parse(request));
  } catch {
    return {};
  }
}

function isAbout({ url, upload_id }: keys.Row, { ids, links }: Names): boolean {
  if ([url, upload_id].some((name) => typeof name === 'string' && ids.includes(name))) return true;
  const digest = typeof url === 'string' ? digestOf(url) : undefined;
  return digest !== undefined && links.includes(digest);
}

/** Undefined for what is no link: the item fails by itself when its turn comes. */
function digestOf(url: string): string | undefined {
  try {
    return sha256Hex(linkOf(url).canonical);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
