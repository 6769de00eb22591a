import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keptJson } from './kept-json.ts';

const Kept = z.object({ secret: z.string().min(1) });

/** A random secret that is made once and kept in a file for this user only. */
export async function keptSecret(path: string): Promise<string> {
  const make = () => ({ secret: randomBytes(48).toString('base64url') });
  return (await keptJson(path, Kept, make)).secret;
}
