import type { MediaPlace } from '../links/links.ts';
import type { StoredMedia } from './media-source.ts';

/** Media on the internet of which a part can be had. */
export type PartiallyReadable =
  | {
      readonly kind: 'file';
      readonly address: string;
      readonly bytes: number;
      /** What the site called these bytes when they were looked at; others are not read. */
      readonly tag?: string | undefined;
    }
  | Extract<MediaPlace, { readonly kind: 'stream' }>;

/** Where a video is read. Pure data: whoever has it has opened nothing. */
export type VideoSource =
  | {
      readonly version: undefined;
      readonly stored: StoredMedia;
      readonly remote?: undefined;
    }
  | {
      /** Differs when the media does, as far as a site tells. */
      readonly version: string;
      readonly stored?: undefined;
      readonly remote: PartiallyReadable;
    };

/** A video that is decoded elsewhere. */
export interface PlacedSource {
  readonly source: VideoSource;
  /** Prefix of keys below which what is found in it passes through the store. */
  readonly place: string;
}
