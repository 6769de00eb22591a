import type { ArtifactStore } from '../ports/artifacts.ts';
import { sheetPrefix } from './result-key.ts';
import { StoredResult } from './stored-result.ts';

/** Where a result is, as `resultPlace` tells it. */
interface Place {
  readonly folder: string;
  readonly resultKey: string;
}

/**
 * The head of a stored result that is whole; undefined when it, or a sheet that it links to, is
 * gone.
 */
export async function findStored(
  artifacts: Pick<ArtifactStore, 'read' | 'list'>,
  { folder, resultKey }: Place,
): Promise<StoredResult['head'] | undefined> {
  const [stored, keys] = await Promise.all([
    StoredResult.open(artifacts, resultKey),
    artifacts.list(sheetPrefix(folder)),
  ]);
  await stored?.close();
  const isWhole = stored?.head.sheets.every((key) => keys.includes(key));
  return isWhole ? stored?.head : undefined;
}
