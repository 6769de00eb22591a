import { DomainError } from '../../domain/errors.ts';
import { isWorthOpening } from '../../domain/sources/read-in-place.ts';
import type { PendingVideo } from '../../domain/videos/pending-video.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { FoundMedia, MediaPlace } from '../ports/links/links.ts';
import type { Decoder } from '../ports/sources/decoder.ts';
import type { PartiallyReadable, VideoSource } from '../ports/sources/video-source.ts';

/** A video that is read where it lies on the internet; its row stays pending. */
export interface InPlace {
  readonly video: KnownVideo;
  readonly source: VideoSource;
}

/** Tells whether the part of a video that is asked for is read where it lies. */
export type WantsPart = (video: KnownVideo) => boolean;

/** Opens found media where it lies; undefined when it has to be fetched. */
export async function openInPlace(
  { decoder }: { readonly decoder: Pick<Decoder, 'open'> },
  pending: PendingVideo,
  { place, title, language, captions, notes }: FoundMedia,
  wantsPart: WantsPart,
  signal: AbortSignal,
): Promise<InPlace | undefined> {
  // Captions are kept beside a source that is stored.
  const readable = captions.length > 0 ? undefined : partiallyReadable(place);
  if (!readable) return undefined;
  try {
    const opened = await decoder.open(readable, signal);
    if (!opened) return undefined;
    const { probe, remote, version } = opened;
    const { pending: _, ...kept } = pending;
    const video: KnownVideo = {
      ...kept,
      title,
      size_bytes: readable.kind === 'file' ? readable.bytes : 0,
      probe,
      link: { ...pending.link, language, carousel: null, captions: [], notes: [...notes] },
    };
    return wantsPart(video) ? { video, source: { remote, version } } : undefined;
  } catch (error) {
    signal.throwIfAborted();
    // What cannot be opened there may still be fetched and opened here.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Undefined for what is fetched as a whole, whatever part of it is wanted. */
function partiallyReadable(place: MediaPlace): PartiallyReadable | undefined {
  if (place.kind === 'stream') return place;
  if (place.kind !== 'file' || !isWorthOpening(place)) return undefined;
  return { kind: 'file', address: place.address, bytes: place.bytes ?? 0 };
}
