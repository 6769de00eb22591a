import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { SignedMedia } from '../../../layers/app/ports/sources/decoder.ts';
import type { StoredMedia } from '../../../layers/app/ports/sources/media-source.ts';
import type { DirectStore, SignedPut } from '../../../layers/app/ports/uploads/direct-store.ts';
import { blockTableKey } from '../../../layers/domain/sources/block-table.ts';

/** What is decoded waits for its turn and is done within this time. */
const ADDRESS_SECONDS = 3 * 3600;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'signedUrl'>;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
}

/** Addresses that a decoder without rights reads and writes. */
export function signedMedia({ artifacts, direct }: Deps) {
  const seconds = () => direct.addressSeconds(ADDRESS_SECONDS);
  return {
    /** Of one object, to read it. */
    get: async (key: string): Promise<string> => artifacts.signedUrl(key, await seconds()),
    async source({
      source_key: key,
      size_bytes: length,
    }: Pick<StoredMedia, 'source_key' | 'size_bytes'>): Promise<SignedMedia> {
      const lasting = await seconds();
      return {
        url: await artifacts.signedUrl(key, lasting),
        tableUrl: await artifacts.signedUrl(blockTableKey(key), lasting),
        length,
      };
    },
    /** Of the files of a folder. */
    async puts<File extends string>(
      folder: string,
      files: readonly File[],
    ): Promise<Record<File, SignedPut>> {
      const lasting = await seconds();
      const object = { contentType: 'application/octet-stream', bytes: null };
      const signed = files.map(
        async (file) => [file, await direct.signPut(`${folder}/${file}`, object, lasting)] as const,
      );
      return Object.fromEntries(await Promise.all(signed)) as Record<File, SignedPut>;
    },
  };
}
