import type { Stretch } from '../../app/ports/transcript/speech.ts';
import { HOP, SAMPLE_RATE, SILENT } from './voice-frames.ts';

const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;

/** A stretch is cut at the next pause after this long, or without one where it is quietest. */
const SOON_SECONDS = 25;
const LATEST_SECONDS = 40;
const PAUSE_FRAMES = 0.3 * FRAMES_PER_SECOND;
const BREATH_FRAMES = 0.2 * FRAMES_PER_SECOND;
/** Left around speech, so that no soft beginning is lost. */
const PADDING_FRAMES = 0.25 * FRAMES_PER_SECOND;
/** A place to cut at is looked for this often. */
const LOOK_FRAMES = 0.5 * FRAMES_PER_SECOND;
/** Part of the loud passages' level below which is pause. */
const PAUSE_LEVEL = 0.06;

/** Collects speech and hands it on in stretches that begin and end in pauses. */
export class SpeechCutter {
  #samples: Int16Array[] = [];
  #loudness: number[] = [];
  #start = 0;
  /** The length at which a place to cut at was last looked for, in frames. */
  #looked = 0;

  get seconds(): number {
    return this.#loudness.length / FRAMES_PER_SECOND;
  }

  /** Adds sound that begins at `start`, in seconds; all but the last is of whole frames. */
  add(start: number, samples: Int16Array, loudness: readonly number[]): Stretch[] {
    if (this.#samples.length === 0) this.#start = start;
    this.#samples.push(samples);
    this.#loudness.push(...loudness);
    if (this.#loudness.length < this.#looked + LOOK_FRAMES) return [];
    this.#looked = this.#loudness.length;
    const cut = this.#cutAt();
    return cut === undefined ? [] : this.#take(cut);
  }

  /** Hands on what is left. */
  end(): Stretch[] {
    return this.#take(this.#loudness.length);
  }

  #quiet(): number {
    const sorted = this.#loudness.toSorted((a, b) => a - b);
    return Math.max(SILENT, PAUSE_LEVEL * (sorted[Math.floor(sorted.length * 0.95)] ?? 0));
  }

  /** The frame to cut at, once the stretch is long enough. */
  #cutAt(): number | undefined {
    if (this.seconds < SOON_SECONDS) return undefined;
    const quiet = this.#quiet();
    let run = 0;
    for (let frame = this.#loudness.length - 1; frame > FRAMES_PER_SECOND; frame--) {
      run = (this.#loudness[frame] as number) < quiet ? run + 1 : 0;
      if (run >= PAUSE_FRAMES) return frame + Math.floor(run / 2);
    }
    if (this.seconds < LATEST_SECONDS) return undefined;
    return this.#quietestBreath((SOON_SECONDS / 2) * FRAMES_PER_SECOND);
  }

  #quietestBreath(from: number): number {
    const levels = this.#loudness;
    let sum = 0;
    let best = { sum: Number.POSITIVE_INFINITY, frame: levels.length };
    for (let frame = from; frame < levels.length; frame++) {
      sum += levels[frame] as number;
      if (frame < from + BREATH_FRAMES) continue;
      sum -= levels[frame - BREATH_FRAMES] as number;
      if (sum < best.sum) best = { sum, frame: frame - BREATH_FRAMES / 2 };
    }
    return best.frame;
  }

  /** Takes the frames before one as a stretch without the silence around it. */
  #take(frames: number): Stretch[] {
    const quiet = this.#quiet();
    const levels = this.#loudness.slice(0, frames);
    const whole = joined(this.#samples);
    const start = this.#start;
    const rest = whole.slice(frames * HOP);
    this.#samples = rest.length > 0 ? [rest] : [];
    this.#loudness = this.#loudness.slice(frames);
    this.#start = start + (frames * HOP) / SAMPLE_RATE;
    this.#looked = this.#loudness.length;

    const first = levels.findIndex((level) => level >= quiet);
    if (first < 0) return [];
    const last = levels.findLastIndex((level) => level >= quiet);
    const from = Math.max(0, first - PADDING_FRAMES) * HOP;
    const to = Math.min(frames, last + PADDING_FRAMES) * HOP;
    return [{ start: start + from / SAMPLE_RATE, samples: whole.slice(from, to) }];
  }
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
