import type { Listen } from '../transcript/listen.ts';
import type { Engine } from './engine.ts';
import type { MediaPlace } from './links.ts';

/** What reads media where it lies on the internet, by ranges or by pieces. */
export interface OpenedMedia {
  /** The input by which both readers open it. */
  readonly address: string;
  /** What is another when the media is, as far as that can be told without fetching it. */
  readonly version: string;
  readonly engine: Engine;
  readonly listen: Listen;
  /** Bytes that came so far. */
  bytes(): number;
  /** Ends every connection. */
  close(): void;
}

/** Media of which a part can be had. */
export type LyingMedia =
  | { readonly kind: 'file'; readonly address: string; readonly bytes: number }
  | Extract<MediaPlace, { readonly kind: 'stream' }>;

export interface RemoteMedia {
  /**
   * Nothing but playlists is fetched before it is read, and no part of it twice.
   * @returns undefined when it can only be fetched as a whole
   * @throws DomainError source_unavailable
   */
  open(place: LyingMedia, signal: AbortSignal): Promise<OpenedMedia | undefined>;
}
