import type { Health } from '../domain/health.ts';
import { agedDownloader } from '../domain/links/downloader-age.ts';
import type { Clock } from './ports/clock.ts';

interface Deps {
  readonly version: string;
  /** Whether the decoder can be run. */
  readonly ffmpeg: () => Promise<boolean>;
  /** The version of the link downloader, or null where it cannot be run. */
  readonly ytDlp: () => Promise<string | null>;
  /** The name of what turns speech into words, or null. */
  readonly transcriber: () => Promise<string | null>;
  /** Whether the network that tells voices from other sound can be run. */
  readonly voices: () => boolean;
  /** The name of what reads writing on the screen, or null. */
  readonly textReader: () => Promise<string | null>;
  /** The name of what answers questions, or null. */
  readonly answerer: () => Promise<string | null>;
  /**
   * Bytes that are left on the fullest disk that the service writes to.
   * @throws Error where a folder that it writes to is not there
   */
  readonly room: () => Promise<number>;
  readonly now: Clock;
}

const NO_VOICES =
  'Voices are not told from other sound here (onnxruntime-node has no build for this machine): whatever is louder than silence is handed to the recogniser, and is_speech has a confidence of 0.5.';

/** With less than this the database stops taking writes before long. */
const LEAST_ROOM_BYTES = 512e6;

const full = (room: number): string =>
  `The service's disk has ${Math.floor(room / 1e6)} MB left: uploads and reads fail until whoever runs the service makes room.`;

const NO_FOLDER =
  'A folder that the service keeps things in is gone: calls fail until whoever runs the service puts it back, or starts the service anew.';

/** Anybody may ask, and asking starts processes: one answer serves for this long. */
const KEPT_MS = 10_000;

/** Whether the service can do its work. Without links it still reads uploads. */
export function makeGetHealth({
  version,
  ffmpeg,
  ytDlp,
  transcriber,
  voices,
  textReader,
  answerer,
  room,
  now,
}: Deps): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined;
  const ask = async (): Promise<Health> => {
    const [decoder, downloader, recogniser, textRecogniser, reader, left] = await Promise.all([
      ffmpeg(),
      ytDlp(),
      transcriber(),
      textReader(),
      answerer(),
      room().catch(() => undefined),
    ]);
    const aged = downloader === null ? undefined : agedDownloader(downloader, now());
    const lacks = left === undefined ? NO_FOLDER : left < LEAST_ROOM_BYTES ? full(left) : undefined;
    const notes = [aged, voices() ? undefined : NO_VOICES, lacks];
    return {
      status: decoder && lacks === undefined ? 'ok' : 'degraded',
      version,
      ffmpeg: decoder,
      yt_dlp: downloader !== null,
      yt_dlp_version: downloader,
      notes: notes.filter((note) => note !== undefined),
      transcriber: recogniser,
      text_reader: textRecogniser,
      answerer: reader,
    };
  };
  return () => {
    const at = now().getTime();
    if (!last || at - last.at > KEPT_MS) last = { at, health: ask() };
    return last.health;
  };
}
