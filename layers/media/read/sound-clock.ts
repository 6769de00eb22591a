import { type Damage, joined, within } from '../../domain/damage.ts';
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

/**
 * A filter that lets everything pass and prints, of the first sound and of every hole, where it was missing from
 * (`nan` for the first) and where it goes on, by the file's clock. Elsewhere it prints nothing and costs nothing.
 */
export const PRINT_JUMPS =
  `aselect='if(isnan(prev_t)+gt(t-prev_t\\,samples_n/sample_rate+${JUMP_SECONDS})\\,` +
  "0*print(prev_t+samples_n/sample_rate)+0*print(t)+1\\,1)'";

const PRINTED = /^(?:\[Eval[^\]]*\] )?\[info\] (-?(?:\d+\.\d+|nan))$/;

/** What ffmpeg's messages tell of holes in sound. */
export class SoundClock {
  readonly #holes: Window[] = [];
  #from: number | undefined;
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
      this.#from = Number.isNaN(second) ? Number.NEGATIVE_INFINITY : second;
      return;
    }
    // A jump without any fault is how the sound was made.
    if (this.#fault) this.#holes.push([this.#from, second]);
    this.#from = undefined;
    this.#fault = undefined;
  }

  /**
   * What is missing in a window.
   * @param origin the file's clock at second 0
   * @param heard seconds of the window for which there was sound, holes between them included
   */
  end(window: Window, origin: number, heard: number): Pick<Damage, 'silent' | 'soundEnds'> {
    const holes = this.#holes.map(([from, to]): Window => [from - origin, to - origin]);
    const soundEnds = window[0] + heard;
    const goesOn = holes.some(([, to]) => to > soundEnds);
    const early = !goesOn && window[1] - soundEnds > EARLY_SECONDS;
    if (early && this.#fault) holes.push([soundEnds, window[1]]);
    return {
      silent: joined(within(holes, window), APART_SECONDS).filter(
        ([start, end]) => end - start >= LEAST_SECONDS,
      ),
      soundEnds: early && !this.#fault ? soundEnds : null,
    };
  }
}
