import { DomainError } from '../../domain/errors.ts';
import type { PendingVideo } from '../../domain/pending-video.ts';
import { mayLie } from '../../domain/read-in-place.ts';
import type { VideoRecord } from '../../domain/video-record.ts';
import type { FoundMedia, MediaPlace } from '../ports/links.ts';
import type { LyingMedia, OpenedMedia, RemoteMedia } from '../ports/remote-media.ts';

/** A video whose source is the address at which it lies; its row stays pending. */
export interface InPlace {
  readonly video: VideoRecord;
  readonly opened: OpenedMedia;
}

/** Tells whether the part of a video that is asked for is read where it lies. */
export type WantsPart = (video: VideoRecord) => boolean;

/** Opens found media where it lies; undefined when it has to be fetched. */
export async function openInPlace(
  remote: RemoteMedia,
  pending: PendingVideo,
  { place, title, language, captions, notes }: FoundMedia,
  wantsPart: WantsPart,
  signal: AbortSignal,
): Promise<InPlace | undefined> {
  // Captions are kept beside a source that is stored.
  const lying = captions.length > 0 ? undefined : lyingAt(place);
  if (!lying) return undefined;
  let opened: OpenedMedia | undefined;
  try {
    opened = await remote.open(lying, signal);
    if (!opened) return undefined;
    const { pending: _, ...kept } = pending;
    const video: VideoRecord = {
      ...kept,
      title,
      source_key: opened.address,
      sha256: null,
      size_bytes: lying.kind === 'file' ? lying.bytes : 0,
      probe: await opened.engine.probe(opened.address, signal),
      link: { ...pending.link, language, carousel: null, captions: [], notes: [...notes] },
    };
    if (wantsPart(video)) return { video, opened };
  } catch (error) {
    opened?.close();
    signal.throwIfAborted();
    // What cannot be opened there may still be fetched and opened here.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  opened.close();
  return undefined;
}

/** Undefined for what is fetched as a whole, whatever part of it is wanted. */
function lyingAt(place: MediaPlace): LyingMedia | undefined {
  if (place.kind === 'stream') return place;
  if (place.kind !== 'file' || !mayLie(place)) return undefined;
  return { kind: 'file', address: place.address, bytes: place.bytes ?? 0 };
}
