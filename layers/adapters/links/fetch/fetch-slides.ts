import { join } from 'node:path';
import type {
  FetchedMedia,
  FetchProgress,
  MediaPlace,
  MediaSink,
} from '../../../app/ports/links/links.ts';
import type { Web } from '../web/web.ts';
import { fetchFile } from './fetch-file.ts';
import { fileSink } from './file-sink.ts';

/** Makes an mkv of slides, one second each; tells how long the sound lasts. */
export type SlideFilm = (
  from: {
    readonly images: readonly string[];
    readonly audio: string | null;
    readonly path: string;
  },
  signal: AbortSignal,
) => Promise<number | null>;

const MAX_SLIDES = 100;
const MAX_SLIDE_BYTES = 40_000_000;

interface Work {
  readonly folder: string;
  readonly maxBytes: number;
  readonly sink: Pick<MediaSink, 'take'>;
  readonly web: Web;
  readonly slideFilm: SlideFilm;
  readonly onProgress: (progress: FetchProgress) => void;
  readonly signal: AbortSignal;
  /** Says that what comes now takes time, but brings no bytes. */
  readonly fetched: () => void;
}

/**
 * Fetches the slides of a post, and makes a film of them.
 * @throws DomainError source_unavailable, no_video_stream
 */
export async function fetchSlides(
  place: Extract<MediaPlace, { readonly kind: 'slides' }>,
  { folder, maxBytes, sink, web, slideFilm, onProgress, signal, fetched }: Work,
): Promise<Pick<FetchedMedia, 'carousel'>> {
  const addresses = place.images.slice(0, MAX_SLIDES);
  let before = 0;
  const bring = async (address: string, name: string) => {
    const path = join(folder, name);
    let bytes = 0;
    const onBytes = (have: number) => {
      bytes = have;
      onProgress({ bytes: before + have, of: null, secondsLeft: null });
    };
    const most = Math.min(MAX_SLIDE_BYTES, maxBytes - before);
    const file = await fileSink(path);
    try {
      await fetchFile({ web, address, sink: file, maxBytes: most, onBytes, signal });
    } finally {
      await file.close();
    }
    before += bytes;
    return path;
  };
  const images: string[] = [];
  for (const [n, address] of addresses.entries()) images.push(await bring(address, `image-${n}`));
  const { audio } = place;
  const sound = audio === null ? null : await bring(audio, 'sound');
  const path = join(folder, 'source.mkv');
  fetched();
  const audioSeconds = await slideFilm({ images, audio: sound, path }, signal);
  await sink.take(path);
  return { carousel: { slides: images.length, audio_seconds: audioSeconds } };
}
