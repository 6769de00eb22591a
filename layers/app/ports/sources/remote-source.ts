import type { MediaSource } from './media-source.ts';

/** Media read where it lies on the internet, by ranges or by pieces. */
export interface RemoteSource extends MediaSource {
  /** Differs when the media does, as far as a site tells. */
  readonly version: string;
  /** What the site calls the bytes that came, where it names them. */
  tag(): string | undefined;
  /** Bytes that came so far. */
  bytes(): number;
}
