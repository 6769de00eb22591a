import type { Store } from './call.ts';

/** Objects under a prefix are deleted so many days after they came. */
export interface ExpiryRule {
  readonly prefix: string;
  readonly days: number;
}

const DAY_MS = 86_400_000;
const PAGE = 1000;

/**
 * Deletes what the rules let go by now. S3 does so at the following midnight; here it is done when
 * it is asked for.
 */
export async function expireObjects(
  { index, blobs, now }: Store,
  bucket: string,
  rules: readonly ExpiryRule[],
): Promise<void> {
  for (const { prefix, days } of rules) {
    const latest = now().getTime() - days * DAY_MS;
    for (let after = ''; ; ) {
      const page = index.list(bucket, prefix, after, PAGE);
      for (const { key, modified } of page) {
        if (modified <= latest) await blobs.remove(index.remove(bucket, key)?.blobs ?? []);
      }
      after = page.at(-1)?.key ?? '';
      if (page.length < PAGE) break;
    }
  }
}

/** Ends the transfers in parts that were begun so many days ago. */
export async function expireTransfers(
  { index, blobs, now }: Store,
  bucket: string,
  days: number,
): Promise<void> {
  const latest = now().getTime() - days * DAY_MS;
  for (const { id, initiated } of index.uploads(bucket)) {
    if (initiated > latest) continue;
    const { parts } = index.endUpload(bucket, id);
    await blobs.remove(parts.map(({ blob }) => blob));
  }
}
