import { z } from 'zod';
import type { FetchOrder as Ordered } from '../../layers/app/ports/links/fetch-orders.ts';
import type { FoundMedia } from '../../layers/app/ports/links/links.ts';
import { PLATFORMS } from '../../layers/domain/videos/video.ts';
import { SignedPut } from './decode-order.ts';

const Link = z.strictObject({
  url: z.string(),
  canonical: z.string(),
  platform: z.enum(PLATFORMS).exclude(['upload']),
});

/** Secret; who calls has read it for the order. */
const access = z.strictObject({
  proxy: z.string().optional(),
  proxyHosts: z.string().optional(),
  cookies: z.string().optional(),
});

/** Made by an order before, and held to its shape by who ordered that. */
const Found = z.custom<FoundMedia>((found) => typeof found === 'object' && found !== null);

/** What one call of the function that follows links does. */
export const FetchOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lead'), access, link: Link }),
  z.strictObject({ kind: z.literal('find'), access, link: Link }),
  z.strictObject({
    kind: z.literal('fetch'),
    access,
    found: Found,
    maxBytes: z.int().min(0),
    parts: z.array(z.url()),
    round: z.strictObject({
      seconds: z.number().min(0),
      firstPart: z.int().min(1),
      resumes: z.boolean(),
      state: z.strictObject({ url: z.url(), put: SignedPut }),
    }),
    progress: z.strictObject({ url: z.url(), put: SignedPut }),
    put: SignedPut,
  }),
]) satisfies z.ZodType<Ordered>;
