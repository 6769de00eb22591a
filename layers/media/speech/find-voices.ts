import type { VoiceFrame } from './voice-frames.ts';

/**
 * Half a second, over whose mean a voice is believed: of what is none a solo fiddle comes to 0.89,
 * a voice far away or under loud music to 0.90.
 */
const WINDOW = 16;
export const BELIEVED = 0.9;
/** It began before: as far back as there is no longer pause than this, 0.3 s, at most 3 s. */
const BREATH = 10;
const HELD = 94;
/** A frame is spoken from here on, and continues what is spoken from there on. */
export const SPOKEN = 0.5;
const CONTINUES = 0.35;
/** A longer pause than 1.5 s ends what is spoken. */
const PAUSE = 47;
/** Left around speech, so that no soft beginning is lost: 0.3 s. */
const PADDING = 10;

/** What the search for voices tells, frame by frame. */
export interface VoiceFinding {
  /** Frames in which somebody speaks, or pauses; in order, none twice. */
  readonly spoken: readonly VoiceFrame[];
  /** Place of the first of them. */
  readonly first: number;
  /** After them the voice is over. */
  readonly ended: boolean;
}

/** Finds where somebody speaks. Holds three seconds of frames at most. */
export class VoiceFinder {
  /** Frames of which it is not yet known whether they belong to a voice. */
  #held: VoiceFrame[] = [];
  /** Place of the first one held. */
  #first = 0;
  #state: 'waiting' | 'following' = 'waiting';
  /** Highest mean of half a second so far. */
  likeliest = 0;

  add(frame: VoiceFrame): VoiceFinding | undefined {
    this.#held.push(frame);
    return this.#follows(WINDOW) ? this.#followed() : undefined;
  }

  /** What is left; a sound that is shorter than the window is judged as it is. */
  end(): VoiceFinding | undefined {
    const follows = this.#follows(Math.min(WINDOW, this.#held.length));
    return follows ? this.#taken(this.#lastVoice(), { ended: true }) : undefined;
  }

  /** Whether somebody speaks, or begins to. */
  #follows(window: number): boolean {
    if (this.#state === 'following') return true;
    const recent = this.#held.slice(-window);
    const mean = recent.reduce((sum, { voice }) => sum + voice, 0) / Math.max(1, window);
    this.likeliest = Math.max(this.likeliest, mean);
    if (mean >= BELIEVED) this.#state = 'following';
    this.#forget(mean >= BELIEVED ? this.#beginning() - PADDING : this.#held.length - HELD);
    return mean >= BELIEVED;
  }

  /** The first frame of the voice that the last one belongs to. */
  #beginning(): number {
    let first = this.#held.length - 1;
    for (let at = first; at >= 0 && first - at <= BREATH; at--) {
      if ((this.#held[at] as VoiceFrame).voice >= CONTINUES) first = at;
    }
    return first;
  }

  /** Hands on all up to the last frame with a voice; what is behind it may be the end. */
  #followed(): VoiceFinding | undefined {
    const last = this.#lastVoice();
    if (this.#held.length - last > PAUSE) return this.#taken(last, { ended: true });
    return last > 0 ? this.#taken(last, { ended: false }) : undefined;
  }

  /** How many frames reach to the last one with a voice. */
  #lastVoice(): number {
    return this.#held.findLastIndex(({ voice }) => voice >= CONTINUES) + 1;
  }

  #taken(frames: number, { ended }: Pick<VoiceFinding, 'ended'>): VoiceFinding {
    const spoken = this.#held.slice(0, ended ? frames + PADDING : frames);
    const first = this.#first;
    this.#forget(spoken.length);
    if (ended) this.#state = 'waiting';
    return { spoken, first, ended };
  }

  #forget(frames: number): void {
    if (frames <= 0) return;
    this.#held = this.#held.slice(frames);
    this.#first += frames;
  }
}
