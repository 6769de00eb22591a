import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isWaiting, type WaitingItem } from '../../../domain/batches/batch-record.ts';
import { eachAtATime } from '../../../domain/each-at-a-time.ts';
import { type ApiError, DomainError } from '../../../domain/errors.ts';
import { linkOf } from '../../../domain/links/recognise.ts';
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
 * they asked.
 */
export async function dropWaitingItems(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  names: Names,
): Promise<void> {
  const batches = dynamoBatches(db, table);
  await eachAtATime(BATCHES_AT_A_TIME, await batches.waiting(orgId), async (batchId) => {
    const found = await batches.find(orgId, batchId);
    if (!found) return;
    for (const item of found.items.filter(isWaiting)) {
      if (!isAbout(item, names)) continue;
      const isOn = await batches.start(found.batch, item.index, { error: ERASED });
      if (!isOn) await batches.forget(orgId, batchId, item.index);
    }
  });
}

function isAbout({ request }: WaitingItem, { ids, links }: Names): boolean {
  const { url, upload_id } = request;
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
