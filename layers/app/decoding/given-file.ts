import { z } from 'zod';
import type { ArtifactStore } from '../ports/artifacts.ts';

/** Answer of a function without rights: Base64 of a file, or null where that is in the store. */
export const Given = z.strictObject({ file: z.base64().nullable() });

/** The bytes of a given file. @returns null when the store does not have it under the key */
export async function givenBytes(
  artifacts: Pick<ArtifactStore, 'read'>,
  { file }: z.infer<typeof Given>,
  key: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  return file === null ? ((await artifacts.read(key)) ?? null) : once(Buffer.from(file, 'base64'));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
