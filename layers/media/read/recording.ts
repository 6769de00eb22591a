import type { SizeChange } from './picture-sizes.ts';
import type { KeptSoundLog } from './sound-clock.ts';

/** What a decode tells of its frames. Frames are numbered in the order in which they are shown. */
export interface FrameTimes {
  /** Presentation times of the frames that are known by now, in ticks. */
  readonly pts: readonly number[];
  /** Numbers of the frames that need no other to be decoded. */
  readonly keys: ReadonlySet<number>;
  /** How many frames had passed when a fault that harms the picture was told; ascending. */
  readonly faults: readonly number[];
  /** The same of faults after which a picture came nevertheless. */
  readonly spoilt: readonly number[];
  /** When packets of the picture are decoded of which a part is missing, in ticks. */
  readonly torn: ReadonlySet<number>;
  /** Where pictures change their size, in order. */
  readonly sizes: readonly SizeChange[];
  /** Presentation time of the i-th frame, or undefined when there are fewer. */
  frame(i: number): Promise<number | undefined>;
  /** How many frames had passed when tile k was made; all of them when there is no tile k. */
  framesAtTile(k: number): Promise<number>;
  /** Presentation time of the i-th picture for reading, or undefined when there are fewer. */
  textPicture(i: number): Promise<number | undefined>;
  /**
   * Resolves when all times are known.
   * @throws SourceFault when the source was lost on the way
   */
  readonly ended: Promise<void>;
}

/**
 * What a decode gives of a read, while it is made or as it was kept. Each stream is taken once and
 * in order; its pictures and samples are valid until the next are taken.
 */
export interface Recording {
  readonly times: FrameTimes;
  /** The pictures of the tiles, in RGB. */
  tiles(): AsyncIterable<Buffer>;
  /** The small picture of each frame of the covered window, and of some before it. */
  small(): AsyncIterable<Buffer>;
  /** The pictures that may be read. */
  text(): AsyncIterable<Buffer>;
  /** 16 kHz mono samples of 16 bits, in pieces of `SOUND_CHUNK` of which the last may be shorter. */
  sound(): AsyncIterable<Buffer>;
  /** Whether sound is part of it, known when all was read. */
  hasSound(): Promise<boolean>;
  /** What was told of the sound, known when all was read. */
  soundLog(): Promise<KeptSoundLog>;
  /**
   * Resolves when nothing more comes.
   * @throws DomainError no_video_stream when a picture takes too much memory
   */
  end(): Promise<void>;
  close(): void;
}

export const SOUND_RATE = 16_000;
const SAMPLES_AT_ONCE = SOUND_RATE / 100;
/** Bytes of sound that are handed on at once: 10 ms. */
export const SOUND_CHUNK = 2 * SAMPLES_AT_ONCE;
