import type { SoundDamage } from '../../../domain/sources/damage.ts';
import type { Probe } from '../../../domain/sources/probe.ts';
import type { Segment, Transcript } from '../../../domain/transcript/transcript.ts';
import type { Window } from '../../../domain/window.ts';

/** Sound in which somebody seems to speak; it begins and ends in pauses. */
export interface Stretch {
  /** Seconds from the first frame of the video. */
  readonly start: number;
  /** 16 kHz mono, at most a minute. */
  readonly samples: Int16Array;
}

export type Speech = Transcript['speech'];

/** What listening to a window told. */
export interface Judged {
  readonly speech: Speech;
  /** What of its sound was missing. */
  readonly damage: SoundDamage;
}

/** Listens for voices; in what, is for a tool a file path or an http(s) address. */
export interface SpeechFinder<From = string> {
  /**
   * Yields the stretches to recognise, in order, then returns whether anybody speaks. When nobody
   * does, what was heard in the stretches is not to be believed.
   * @throws DomainError no_video_stream when there is sound, and none of it can be decoded
   */
  find(
    from: From,
    probe: Probe,
    window: Window,
    signal: AbortSignal,
  ): AsyncGenerator<Stretch, Judged>;
  /** The same of sound that is decoded already: 16 kHz mono, the whole window. */
  judge(sound: AsyncIterable<Int16Array>, window: Window): AsyncGenerator<Stretch, Speech>;
}

/** Holds sound until it is listened to, on disk: whoever writes never waits for whoever reads. */
export interface SoundTape {
  write(samples: Int16Array): void;
  /** Nothing is written any more. */
  end(): void;
  /** Reads from the beginning to the end, waiting for what is not written yet. Once only. */
  play(): AsyncIterable<Int16Array>;
  /** Forgets everything; what is played ends with an error. */
  discard(): void;
}

export interface Recognised {
  /** BCP 47; null when it could not be told. */
  readonly language: string | null;
  /** With the times of their words, in seconds from the first sample. */
  readonly segments: readonly Segment[];
}

/** What a recogniser is given. */
export interface Spoken {
  /** 16 kHz mono. */
  readonly samples: Int16Array;
  /** `auto`, or the code of what is spoken. */
  readonly language: string;
  /**
   * Of the video in the object store, with a slash at its end: what lies there is erased with the
   * video.
   */
  readonly folder: string;
}

/** Turns speech into words. */
export interface Transcriber {
  /** What it is called in notes and by /healthz. */
  readonly name: string;
  /** Stretches that it takes at once. */
  readonly parallel: number;
  /**
   * @throws DomainError invalid_request for a language that it does not know, processing_failed
   * when it cannot work
   */
  recognise(spoken: Spoken, signal: AbortSignal): Promise<Recognised>;
}
