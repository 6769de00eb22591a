import type { Platform } from '../../../domain/videos/video.ts';
import type { Window } from '../../../domain/window.ts';

/** A link to follow, with the address that all links to the same video share. */
export interface Link {
  readonly url: string;
  readonly canonical: string;
  readonly platform: Exclude<Platform, 'upload'>;
}

/**
 * Captions that the uploader wrote, offered beside the media; a platform's machine captions are
 * none.
 */
export interface CaptionOffer {
  /** BCP 47; null when the page does not say. */
  readonly language: string | null;
  readonly format: 'vtt' | 'srt';
  readonly address: string;
}

/** Where media lies. */
export type MediaPlace =
  /** One file; `ranges` when the server sends parts of it. */
  | {
      readonly kind: 'file';
      readonly address: string;
      /** What redirected there: it may lead on where that address has run out. */
      readonly askedAt?: string | undefined;
      readonly bytes: number | null;
      readonly ranges: boolean;
    }
  /** An HLS playlist or a DASH manifest. */
  | { readonly kind: 'stream'; readonly address: string }
  /** A page whose media only the downloader finds, and which it may have to fetch. */
  | { readonly kind: 'page'; readonly address: string; readonly offered?: Offer | undefined }
  /** Slides instead of film; second 0 is slide 1. */
  | { readonly kind: 'slides'; readonly images: readonly string[]; readonly audio: string | null };

/** A file, an HLS playlist, or a DASH manifest, which holds picture and sound. */
export interface OfferedFormat {
  readonly kind: 'file' | 'hls' | 'dash';
  readonly address: string;
}

/** Addresses of a page's media, which may be sent to nobody but whoever asked for the page. */
export interface Offer {
  /** Picture and sound, or one that holds both. */
  readonly formats: readonly OfferedFormat[];
  /** With which they are to be asked for, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a link leads to. */
export interface FoundMedia {
  readonly place: MediaPlace;
  readonly title: string | null;
  readonly language: string | null;
  readonly captions: readonly CaptionOffer[];
  readonly notes: readonly string[];
  /**
   * Where the video was found in the end, after redirects and share codes; left out where that
   * address alone does not lead to it again.
   */
  readonly foundAt?: string | undefined;
}

/** Follows links; fetches no more than tells what is there. */
export interface LinkFinder {
  /**
   * Where a share code redirects to, when that tells its video. It is asked before anything is
   * looked for: that video may be here already.
   */
  leadsTo?(link: Link, signal: AbortSignal): Promise<string | undefined>;
  /** @throws DomainError source_unavailable with its reason */
  find(link: Link, signal: AbortSignal): Promise<FoundMedia>;
}

/** How far a fetch has come. Seconds left are null while nothing can be said of them. */
export interface FetchProgress {
  readonly bytes: number;
  readonly of: number | null;
  readonly secondsLeft: number | null;
}

/** What is known of fetched media beside its bytes. */
export interface FetchedMedia {
  readonly captions: readonly (Omit<CaptionOffer, 'address'> & { readonly text: string })[];
  /** Set when the file was made of slides, each one second long. */
  readonly carousel: { readonly slides: number; readonly audio_seconds: number | null } | null;
  readonly notes: readonly string[];
  /** What the site of a stream does not have, in seconds from the first piece. */
  readonly missing?: readonly Window[] | undefined;
}

/** A file of which a part has come, and that its site sends from any byte on. */
export interface FileUnderWay {
  /** What tells it from another version: a strong ETag or a date; of a stream, its pieces. */
  readonly version: string;
  readonly of: number | null;
  /** How often it was begun; a site may replace it. */
  readonly beginnings: number;
  /** How far the file is that is made of the pieces of a stream. */
  readonly copied?: CopiedSoFar | undefined;
  /** Of a stream, seconds on its own clock of which nothing came. */
  readonly missing?: readonly Window[] | undefined;
}

/** The clusters of a Matroska file that are stored. */
export interface CopiedSoFar {
  readonly bytes: number;
  /** Where players may begin: milliseconds, and the byte at which the cluster begins, in turns. */
  readonly cues: readonly number[];
  /** The last one: when it begins, in milliseconds, and its digest. */
  readonly last: { readonly time: number; readonly digest: string };
}

/** A stretch of a fetch, after which a file may go on in another one. */
export interface FetchRound {
  /** The file of the round before, and how many of its bytes were kept. */
  readonly from: (FileUnderWay & { readonly bytes: number }) | undefined;
  /** Aborted when the time of the round is over. */
  readonly over: AbortSignal;
  /**
   * Told before bytes of a file come: tells, whenever some are kept, what they are of; undefined for
   * one that cannot go on later.
   */
  readonly comes: (file: () => FileUnderWay | undefined) => void;
}

/** Thrown by a fetch whose round is over: its file goes on in the next one. */
export class RoundOver extends Error {
  override readonly name = 'RoundOver';
}

/** Takes the one file that the media of a link is. */
export interface MediaSink {
  /** Takes bytes from a place on: 0, which begins anew, or the end of what was taken. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** All of the file was written. */
  end(): Promise<void>;
  /** Takes a file of this machine instead. */
  take(path: string): Promise<void>;
  /**
   * Takes a stretch of a file whose beginning is known only at its end; the first of all where that
   * is said, which begins anew. What is kept of it ends with such a stretch.
   */
  add(bytes: Uint8Array, isFirst: boolean): Promise<void>;
  /** All was added. @param head makes the beginning, of so many bytes where that is told */
  endUnder(head: (bytes?: number) => Uint8Array): Promise<void>;
}

/** Fetches media from the internet; it needs no right for that. */
export interface MediaFetcher {
  /**
   * Brings all of the media into the sink.
   * @param into `folder` is for files on their way, made and removed by the caller, with `room` for
   * so many bytes of a file that has to lie there whole; beyond `maxBytes` the fetch is given up
   * @throws DomainError source_unavailable with its reason; RoundOver
   */
  fetch(
    found: FoundMedia,
    into: {
      readonly folder: string;
      readonly maxBytes: number;
      readonly room?: number;
      readonly sink: MediaSink;
      readonly round?: FetchRound | undefined;
    },
    onProgress: (progress: FetchProgress) => void,
    signal: AbortSignal,
  ): Promise<FetchedMedia>;
}

/** Has media fetched into storage. */
export interface MediaTransfer {
  /**
   * Stores all of the media, and its digests beside it.
   * @returns undefined when the time of a round is over: what came is kept, and the next transfer
   * into the same place goes on there
   * @throws DomainError source_unavailable with its reason, no_video_stream
   */
  transfer(
    found: FoundMedia,
    into: TransferPlace & { readonly maxBytes: number },
    onProgress: (progress: FetchProgress) => void,
    signal: AbortSignal,
  ): Promise<(FetchedMedia & { readonly key: string; readonly bytes: number }) | undefined>;
}

/** Prefixes of keys. */
export interface TransferPlace {
  /** Of the run that fetches: the media lies there, unless the transfer was begun by another run. */
  readonly folder: string;
  /** Of the video: what is needed until all has come, and tells the next run where it goes on. */
  readonly passing: string;
}
