import type { FramesPlan } from '../../../domain/frames/frames-plan.ts';
import type { OnScreenText } from '../../../domain/frames/on-screen-text.ts';
import type { Signal } from '../../../domain/frames/signal.ts';
import type { Technical } from '../../../domain/frames/technical.ts';
import type { Damage } from '../../../domain/sources/damage.ts';
import type { Probe } from '../../../domain/sources/probe.ts';

/** A drawn sheet. Times are seconds from the first frame, rounded to the millisecond. */
export interface DrawnSheet {
  readonly page: number;
  readonly frameTimes: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly jpeg: Buffer;
}

/** What one read of the video found beside its sheets. */
export interface Measured {
  readonly technical: Technical;
  readonly signal?: Signal;
  /** What could not be read as it was meant. */
  readonly damage: Damage;
  readonly notes: readonly string[];
  /** What is written in the pictures, where the plan asks for it and something here reads. */
  readonly writing?: { readonly lines: readonly OnScreenText[]; readonly notes: readonly string[] };
}

/** Takes the sound of a read. */
export interface SoundSink {
  /**
   * 16 kHz mono in order, from the start of the covered window on. The samples are valid during the
   * call.
   */
  write(samples: Int16Array): void;
}

/** Reads videos. `input` is a file path or an http(s) address. */
export interface Engine {
  /** @throws DomainError no_video_stream when the bytes cannot be read as media */
  probe(input: string, signal: AbortSignal): Promise<Probe>;
  /**
   * Yields the sheets in order as they are drawn, then returns what was measured. Tiles whose
   * picture cannot be decoded are left out.
   * @param sound is given the sound of the same decode where the plan reads through
   * @throws DomainError no_video_stream when no picture of the window can be decoded
   */
  draw(
    input: string,
    probe: Probe,
    plan: FramesPlan,
    signal: AbortSignal,
    sound?: SoundSink,
  ): AsyncGenerator<DrawnSheet, Measured>;
}
