import { DomainError } from '../../domain/errors.ts';
import { isWorthOpening } from '../../domain/sources/read-in-place.ts';
import type { PendingVideo } from '../../domain/videos/pending-video.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { FoundMedia, MediaPlace } from '../ports/links/links.ts';
import type { Engine } from '../ports/sources/engine.ts';
import type {
  PartiallyReadable,
  RemoteSource,
  RemoteSources,
} from '../ports/sources/remote-sources.ts';
import { readWhole } from '../sources/read-whole.ts';

/** A video that is read where it lies on the internet; its row stays pending. */
export interface InPlace {
  readonly video: KnownVideo;
  readonly source: RemoteSource;
}

/** Tells whether the part of a video that is asked for is read where it lies. */
export type WantsPart = (video: KnownVideo) => boolean;

interface Deps {
  readonly remote: RemoteSources;
  readonly engine: Pick<Engine, 'probe'>;
}

/** Opens found media where it lies; undefined when it has to be fetched. */
export async function openInPlace(
  { remote, engine }: Deps,
  pending: PendingVideo,
  { place, title, language, captions, notes }: FoundMedia,
  wantsPart: WantsPart,
  signal: AbortSignal,
): Promise<InPlace | undefined> {
  // Captions are kept beside a source that is stored.
  const readable = captions.length > 0 ? undefined : partiallyReadable(place);
  if (!readable) return undefined;
  let source: RemoteSource | undefined;
  try {
    source = await remote.of(readable, signal);
    if (!source) return undefined;
    const { pending: _, ...kept } = pending;
    const video: KnownVideo = {
      ...kept,
      title,
      size_bytes: readable.kind === 'file' ? readable.bytes : 0,
      probe: await readWhole(source, undefined, signal, engine.probe),
      link: { ...pending.link, language, carousel: null, captions: [], notes: [...notes] },
    };
    if (wantsPart(video)) return { video, source };
  } catch (error) {
    source?.close();
    signal.throwIfAborted();
    // What cannot be opened there may still be fetched and opened here.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  source.close();
  return undefined;
}

/** Undefined for what is fetched as a whole, whatever part of it is wanted. */
function partiallyReadable(place: MediaPlace): PartiallyReadable | undefined {
  if (place.kind === 'stream') return place;
  if (place.kind !== 'file' || !isWorthOpening(place)) return undefined;
  return { kind: 'file', address: place.address, bytes: place.bytes ?? 0 };
}
