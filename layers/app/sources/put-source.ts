import { blockTableKey } from '../../domain/sources/block-table.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { NewDigest, RunningDigest } from '../ports/digest.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly newDigest: NewDigest;
}

/** Stores a source, and beside it the digests by which its bytes are known again. */
export async function putSource(
  { artifacts, newDigest }: Deps,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<RunningDigest> {
  const digest = newDigest();
  await artifacts.put(key, digested(bytes, digest), contentType);
  await putTable(artifacts, key, digest);
  return digest;
}

/** Stores the digests of a source that lies in storage already. */
export const putTable = (
  artifacts: Pick<ArtifactStore, 'put'>,
  sourceKey: string,
  digest: Pick<RunningDigest, 'table'>,
): Promise<void> =>
  artifacts.put(blockTableKey(sourceKey), digest.table(), 'application/octet-stream');

async function* digested(
  bytes: AsyncIterable<Uint8Array>,
  digest: RunningDigest,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
  }
}
