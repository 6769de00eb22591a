import type { z } from 'zod';
import type { ArtifactStore } from './ports/artifacts.ts';

/** What is kept as JSON under a key. @throws ZodError when it is of another shape */
export async function keptJson<T>(
  artifacts: Pick<ArtifactStore, 'get'>,
  key: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  const bytes = await artifacts.get(key);
  return bytes && shape.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

export const keepJson = (
  artifacts: Pick<ArtifactStore, 'put'>,
  key: string,
  value: unknown,
): Promise<void> =>
  artifacts.put(key, new TextEncoder().encode(JSON.stringify(value)), 'application/json');
