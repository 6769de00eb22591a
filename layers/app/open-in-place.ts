import { DomainError } from '../domain/errors.ts';
import type { PendingVideo } from '../domain/pending-video.ts';
import { mayLie } from '../domain/read-in-place.ts';
import type { VideoRecord } from '../domain/video-record.ts';
import type { FoundMedia } from './ports/links.ts';
import type { OpenedMedia, RemoteMedia } from './ports/remote-media.ts';

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
  if (place.kind !== 'file' || !mayLie(place) || captions.length > 0) return undefined;
  const bytes = place.bytes ?? 0;
  const opened = await remote.open({ address: place.address, bytes });
  try {
    const { pending: _, ...kept } = pending;
    const video: VideoRecord = {
      ...kept,
      title,
      source_key: opened.address,
      sha256: null,
      size_bytes: bytes,
      probe: await opened.engine.probe(opened.address, signal),
      link: { ...pending.link, language, carousel: null, captions: [], notes: [...notes] },
    };
    if (wantsPart(video)) return { video, opened };
  } catch (error) {
    opened.close();
    signal.throwIfAborted();
    // What cannot be opened there may still be fetched and opened here.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  opened.close();
  return undefined;
}
