import { joined, type SoundDamage, within } from '../../domain/sources/damage.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import type { Fault } from './faults.ts';

/** A jump in the times of sound that is none of rounding, in seconds. */
const JUMP_SECONDS = 0.005;
/** Lost packets of sound that lie closer than this are one stretch to whoever listens. */
const APART_SECONDS = 0.5;
/** A shorter loss takes no word away. */
const LEAST_SECONDS = 0.1;
/** Sound that ends this much before the window does is told of. */
const EARLY_SECONDS = 0.5;

/** A second before all sound; a finite one, which records can hold. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** ffmpeg's number of the level that tells these lines from those of frames. */
const WARNING = 24;
/** Times this far outside of the video are damaged: the silence up to them would have no end. */
const OUTSIDE_SECONDS = 2;

/**
 * A filter that lets all sound of a video pass and prints, of the first and of every hole, where it
 * was missing from (`nan` for the first) and where it goes on, by the file's clock. Elsewhere it
 * prints nothing and costs nothing.
 */
export function printJumps({ origin, duration }: Pick<Probe, 'origin' | 'duration'>): string {
  const [first, last] = [origin - OUTSIDE_SECONDS, origin + duration + OUTSIDE_SECONDS];
  const length = 'samples_n/sample_rate';
  const jumped = `eq(n\\,0)+gt(t-prev_selected_t\\,${length}+${JUMP_SECONDS})`;
  const print = `0*print(prev_selected_t+${length}\\,${WARNING})+0*print(t\\,${WARNING})+1`;
  const outside = `lt(t\\,${first.toFixed(3)})+gt(t\\,${last.toFixed(3)})`;
  return `aselect='if(${outside}\\,0\\,if(${jumped}\\,${print}\\,1))'`;
}

const PRINTED = /^(?:\[Eval[^\]]*\] )?\[warning\] (-?(?:\d+\.\d+|nan))$/;

/** What was told of the sound of a read. */
export interface SoundLog {
  /** Where sound is missing and a fault tells why, in seconds on the file's clock. */
  readonly holes: readonly Window[];
  /**
   * Where it is missing for a while without one: packets that are gone leave none, nor does what was
   * never there.
   */
  readonly jumps: readonly Window[];
  /** Whether a fault was told since the last hole. */
  readonly hasFault: boolean;
}

/** What ffmpeg's messages tell of holes in sound. */
export class SoundClock {
  readonly #holes: Window[] = [];
  readonly #jumps: Window[] = [];
  #from: number | undefined;
  /** Where sound went on after the last hole. */
  #goesOn = BEFORE_ALL;
  /** Told since the last hole. */
  #fault: Fault | undefined;

  /** @param fault what the line tells of, if anything */
  line(line: string, fault: Fault | undefined): void {
    if (fault) {
      if (fault.harms !== 'picture') this.#fault = fault;
      return;
    }
    const printed = PRINTED.exec(line)?.[1];
    if (printed === undefined) return;
    const second = Number(printed);
    if (this.#from === undefined) {
      // Damaged sound may change its form: then the filter begins anew, somewhere after the last
      // hole.
      this.#from = Number.isNaN(second) ? this.#goesOn : second;
      return;
    }
    const hole: Window = [this.#from, second];
    if (this.#fault && !Number.isNaN(second)) this.#holes.push(hole);
    // Shorter ones may come with every packet, hour after hour.
    else if (second - this.#from >= LEAST_SECONDS) this.#jumps.push(hole);
    this.#from = undefined;
    this.#fault = undefined;
    this.#goesOn = second;
  }

  get log(): SoundLog {
    return { holes: this.#holes, jumps: this.#jumps, hasFault: this.#fault !== undefined };
  }
}

/**
 * What sound is missing in a window.
 * @param origin the file's clock at second 0
 * @param heard seconds of the window for which there was sound, holes between them included
 * @param lost where pictures were lost, in seconds: a jump there is damage, elsewhere it is how the
 * sound was made
 */
export function soundDamage(
  { holes: told, jumps, hasFault }: SoundLog,
  window: Window,
  origin: number,
  heard: number,
  lost: readonly Window[] = [],
): SoundDamage {
  const seconds = ([from, to]: Window): Window => [from - origin, to - origin];
  const gone = jumps.map(seconds).filter((jump) => within(lost, jump).length > 0);
  const holes = [...told.map(seconds), ...gone];
  const soundEnds = window[0] + heard;
  const goesOn = holes.some(([, to]) => to > soundEnds);
  const early = !goesOn && window[1] - soundEnds > EARLY_SECONDS;
  if (early && hasFault) holes.push([soundEnds, window[1]]);
  return {
    silent: joined(within(holes, window), APART_SECONDS).filter(
      ([start, end]) => end - start >= LEAST_SECONDS,
    ),
    soundEnds: early && !hasFault ? soundEnds : null,
    unheard: null,
  };
}
