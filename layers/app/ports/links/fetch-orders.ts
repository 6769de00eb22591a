import type { SignedPut } from '../uploads/direct-store.ts';
import type { FoundMedia, Link } from './links.ts';

/** How an operator has links followed. Secret, and handed on with each order that may need it. */
export interface LinkAccess {
  /** `http://user:password@host:port` of a proxy that links are followed through. */
  readonly proxy?: string | undefined;
  /** Whose links, with commas between; without it all of them. */
  readonly proxyHosts?: string | undefined;
  /** A cookies.txt that the downloader shows to the platforms. */
  readonly cookies?: string | undefined;
}

/** What a function without rights is told to do about a link; it knows nothing else. */
export type FetchOrder = { readonly access: LinkAccess } & (
  | { readonly kind: 'lead'; readonly link: Link }
  | { readonly kind: 'find'; readonly link: Link }
  | {
      readonly kind: 'fetch';
      readonly found: FoundMedia;
      readonly maxBytes: number;
      /** Of parts of a transfer, in order. */
      readonly parts: readonly string[];
      readonly round: {
        /** After these a file that its site sends by ranges is left to the next round. */
        readonly seconds: number;
        /** Number of the first of the parts. */
        readonly firstPart: number;
        /** Whether something was kept before. */
        readonly resumes: boolean;
        /** Reads and replaces what the next round goes on from. */
        readonly state: { readonly url: string; readonly put: SignedPut };
      };
      /** How far it is goes here, in the place of what is there; once that is gone, so is the wish. */
      readonly progress: { readonly url: string; readonly put: SignedPut };
      /** Takes what is told of the media, where that is too much for an answer. */
      readonly put: SignedPut;
    }
);

/**
 * Calls a function without rights.
 * @returns what it answers, which the site that it called may have made up
 * @throws DecoderDied when it ended without an answer
 */
export type CallFetcher = (order: FetchOrder, signal: AbortSignal) => Promise<unknown>;
