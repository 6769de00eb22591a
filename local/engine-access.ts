import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keptJson } from './data-dir/kept-json.ts';

/** What the local engines answer to. Its members are those of an AWS client's configuration. */
export interface EngineAccess {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** A key pair that nobody else has. */
export const newAccess = (region: string): EngineAccess => ({
  region,
  credentials: {
    accessKeyId: `VR${randomBytes(9).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  },
});

const Credentials = z.object({
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});

/**
 * The key pair of a data folder: made at its first start, and kept in a file for this user only.
 */
export async function keptAccess(path: string, region: string): Promise<EngineAccess> {
  const make = () => newAccess(region).credentials;
  return { region, credentials: await keptJson(path, Credentials, make) };
}
