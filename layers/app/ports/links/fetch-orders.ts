import { z } from 'zod';
import { PLATFORMS } from '../../../domain/videos/video.ts';
import { Replaced, SignedPut } from '../uploads/direct-store.ts';
import type { FoundMedia } from './links.ts';

/** How an operator has links followed. Secret, and handed on with each order that may need it. */
const access = z.strictObject({
  /** `http://user:password@host:port` of a proxy that links are followed through. */
  proxy: z.string().optional(),
  /** Whose links, with commas between; without it all of them. */
  proxyHosts: z.string().optional(),
  /** A cookies.txt that the downloader shows to the platforms. */
  cookies: z.string().optional(),
});
export type LinkAccess = Readonly<z.infer<typeof access>>;

const Link = z.strictObject({
  url: z.string(),
  canonical: z.string(),
  platform: z.enum(PLATFORMS).exclude(['upload']),
});

/** Made by an order before, and held to its shape by who ordered that. */
const Found = z.custom<FoundMedia>((found) => typeof found === 'object' && found !== null);

/** What a function without rights is told to do about a link; it knows nothing else. */
export const FetchOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lead'), access, link: Link }),
  z.strictObject({ kind: z.literal('find'), access, link: Link }),
  z.strictObject({
    kind: z.literal('fetch'),
    access,
    found: Found,
    maxBytes: z.int().min(0),
    /** Of parts of a transfer, in order. */
    parts: z.array(z.url()),
    round: z.strictObject({
      /** After these a file that its site sends by ranges is left to the next round. */
      seconds: z.number().min(0),
      /** Number of the first of the parts. */
      firstPart: z.int().min(1),
      /** Its bytes, after which parts grow; without it those of the domain. */
      firstPartBytes: z.int().min(1).optional(),
      /** A part that goes before all others. */
      head: z.strictObject({ address: z.url(), number: z.int().min(1) }),
      /** Whether something was kept before. */
      resumes: z.boolean(),
      /** What the next round goes on from. */
      state: Replaced,
    }),
    /** Overwritten with how far the fetch is; once it was deleted nobody wants the fetch any more. */
    progress: Replaced,
    /** Takes what is told of the media, where that is too much for an answer. */
    put: SignedPut,
  }),
]);
export type FetchOrder = z.infer<typeof FetchOrder>;

/**
 * Calls a function without rights.
 * @returns what it answers, which the site that it called may have made up
 * @throws DecoderDied when it ended without an answer
 */
export type CallFetcher = (order: FetchOrder, signal: AbortSignal) => Promise<unknown>;
