import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { limitedTo } from '../characters.ts';
import { id } from '../ids.ts';

/**
 * Neither breaks of a line nor what nobody sees or what turns the direction of the rest, so that a
 * list of keys reads as it was written. Joiners are part of words and emoji.
 */
const ONE_LINE = /^(?:\u200c|\u200d|[^\p{C}\p{Zl}\p{Zp}])*$/u;

const name = limitedTo(
  z.string().trim().min(1).regex(ONE_LINE, 'must be one line of text without hidden characters'),
  100,
).describe('What the key is for, in words of your own.');

/** A key as it is shown: never the key itself. */
export const ApiKey = z
  .strictObject({
    key_id: id('key'),
    name: z.string(),
    last4: z.string().describe('The last characters of the key, to tell it by.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('To the minute; null when it was never used.'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z
  .strictObject({
    ...ApiKey.omit({ last_used_at: true }).shape,
    key: z.string().describe('Told this once: only its digest is kept.'),
  })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const ApiKeyList = z
  .strictObject({ keys: z.array(ApiKey).describe('Newest first.') })
  .meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const NameApiKey = z.strictObject({ name }).meta({ id: 'NameApiKey' });
export type NameApiKey = z.infer<typeof NameApiKey>;

export const RevokedApiKey = z
  .strictObject({ key_id: id('key'), revoked: z.literal(true) })
  .meta({ id: 'RevokedApiKey' });
export type RevokedApiKey = z.infer<typeof RevokedApiKey>;

/** An id that names nothing is not found, whatever its shape; so the shape is not judged here. */
export const ApiKeyParams = z.strictObject({ keyId: nameField });
