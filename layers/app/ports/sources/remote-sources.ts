import type { MediaPlace } from '../links/links.ts';
import type { MediaSource } from './media-source.ts';

/** Media on the internet of which a part can be had. */
export type PartiallyReadable =
  | { readonly kind: 'file'; readonly address: string; readonly bytes: number }
  | Extract<MediaPlace, { readonly kind: 'stream' }>;

/** Media read where it lies on the internet, by ranges or by pieces. */
export interface RemoteSource extends MediaSource {
  readonly version: string;
  /** Bytes that came so far. */
  bytes(): number;
}

export interface RemoteSources {
  /**
   * Nothing but playlists is fetched before it is read, and no part of it twice.
   * @returns undefined when it can only be fetched as a whole
   * @throws DomainError source_unavailable
   */
  of(place: PartiallyReadable, signal: AbortSignal): Promise<RemoteSource | undefined>;
}
