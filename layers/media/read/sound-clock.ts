import type { SoundDamage } from '../../domain/sources/damage.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import { joined, within, without } from '../../domain/stretches.ts';
import type { Window } from '../../domain/window.ts';
import type { Fault } from './faults.ts';
import { seconds as printed } from './printed.ts';

/** A jump in the times of sound that is none of rounding, in seconds. */
const JUMP_SECONDS = 0.005;
/** Lost packets of sound that lie closer than this are one stretch to whoever listens. */
const APART_SECONDS = 0.5;
/** A shorter loss, or step back, takes no word away. */
const LEAST_SECONDS = 0.1;
/** Sound that ends this much before the window does is told of. */
const EARLY_SECONDS = 0.5;

/** A second before all sound; a finite one, which records can hold. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** Times this far outside of the video are damaged: the silence up to them would have no end. */
const OUTSIDE_SECONDS = 2;

/**
 * A filter that lets all sound of a video pass and prints, of the first, of every hole, of every
 * step back and of what leaps beyond the video, where it was missing from (NaN for the first) and
 * where it goes on, by the file's clock. Elsewhere it prints nothing and costs nothing.
 */
export function printJumps({ origin, duration }: Pick<Probe, 'origin' | 'duration'>): string {
  const [first, last] = [origin - OUTSIDE_SECONDS, origin + duration + OUTSIDE_SECONDS];
  const length = 'samples_n/sample_rate';
  const apart = `t-prev_selected_t-${length}`;
  const jumped = `eq(n\\,0)+gt(${apart}\\,${JUMP_SECONDS})+lt(${apart}\\,-${LEAST_SECONDS})`;
  const print = `${printed.print(`prev_selected_t+${length}`)}+${printed.print('t')}+1`;
  const outside = `lt(t\\,${first.toFixed(3)})+gt(t\\,${last.toFixed(3)})`;
  const leaps = `gt(t\\,${last.toFixed(3)})*eq(prev_t\\,prev_selected_t)`;
  return `aselect='if(${outside}\\,if(${leaps}\\,${print}-1)*0\\,if(${jumped}\\,${print}\\,1))'`;
}

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
  /** What comes twice: from where the clock steps back to, to where it does. */
  readonly twice: readonly Window[];
}

/** What is kept of it beside the pictures, which tell of a clock that steps back. */
export type KeptSoundLog = Omit<SoundLog, 'twice'>;

/** Where the times of sound do not go on, in seconds on the file's clock. */
interface Break {
  /** Where it ended. Of graphs that follow each other only the last hole before is known. */
  readonly from: number;
  /** Where it goes on. */
  readonly to: number;
  /** Number of the graph that had ended, where another one begins here. */
  readonly graph: number | undefined;
  readonly hasFault: boolean;
}

/** What ffmpeg's messages tell of holes in sound. */
export class SoundClock {
  readonly #breaks: Break[] = [];
  #from: number | undefined;
  /** How many graphs have begun. */
  #graphs = 0;
  /** Whether the first sound of a graph is told of. */
  #isAnew = false;
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
    const second = printed.read(line);
    if (second === undefined) return;
    if (this.#from === undefined) {
      // Sound may change its form: then the filter begins anew, somewhere after the last hole.
      this.#isAnew = Number.isNaN(second);
      if (this.#isAnew) this.#graphs++;
      this.#from = this.#isAnew ? this.#goesOn : second;
      return;
    }
    this.#broken(this.#from, second);
    this.#from = undefined;
  }

  #broken(from: number, to: number): void {
    const hasFault = this.#fault !== undefined && !Number.isNaN(to);
    const graph = this.#isAnew ? this.#graphs - 2 : undefined;
    // Shorter ones may come with every packet, hour after hour.
    if (hasFault || Math.abs(to - from) >= LEAST_SECONDS) {
      this.#breaks.push({ from, to, graph, hasFault });
    }
    if (to < from) return;
    this.#fault = undefined;
    this.#goesOn = to;
  }

  /**
   * @param ends where graphs ended that others followed, in seconds on the file's clock, as far as
   * that is known
   */
  log(ends: readonly number[] = []): SoundLog {
    const breaks = this.#breaks.map(
      (each): Break => ({
        ...each,
        from: Math.max(each.from, ends[each.graph ?? -1] ?? each.from),
      }),
    );
    const missing = breaks.filter(({ from, to }) => to >= from);
    const holes = missing.filter(({ hasFault }) => hasFault).map(asWindow);
    const jumps = missing.filter((each) => !each.hasFault && isHeard(asWindow(each))).map(asWindow);
    return {
      holes,
      jumps,
      hasFault: this.#fault !== undefined,
      // A time that leaps ahead, and back, had nothing on its way.
      twice: without(joined(breaks.flatMap(stepBack)), [...holes, ...jumps]).filter(isHeard),
    };
  }
}

/** What comes twice behind a break, as far as it does: up to the next one. */
function stepBack({ from, to }: Break, at: number, breaks: readonly Break[]): Window[] {
  if (from - to < LEAST_SECONDS) return [];
  const next = breaks[at + 1];
  // It may step back once more before it has come to where it first did.
  const latest = breaks.slice(0, at).reduce((last, before) => Math.max(last, before.from), from);
  if (next === undefined) return [[to, latest]];
  // FFmpeg 5 gives the last packet before another rate a time by the clock of that rate.
  if (next.graph !== undefined) return next.to < from ? [[to, from]] : [];
  return [[to, Math.min(latest, next.from)]];
}

const asWindow = ({ from, to }: Break): Window => [from, to];

const isHeard = ([from, to]: Window): boolean => to - from >= LEAST_SECONDS;

/** A pause that takes ffmpeg a quarter of the memory that it may have: it holds its silence whole. */
const LONG_PAUSE_SECONDS = 3600;

/** Where a window has no sound for so long that its silence takes much memory, if it does. */
export const longPause = (
  { holes, jumps }: KeptSoundLog,
  window: Window,
  origin: number,
): Window | undefined =>
  within(
    [...holes, ...jumps].map(([from, to]): Window => [from - origin, to - origin]),
    window,
  ).find(([from, to]) => to - from > LONG_PAUSE_SECONDS);

/** What of a window comes twice by the clock of its sound. */
export const soundTwice = ({ twice }: SoundLog, window: Window, origin: number): Window[] =>
  within(
    twice.map(([from, to]): Window => [from - origin, to - origin]),
    window,
  ).filter(isHeard);

/** A window whose sound was listened to. */
interface HeardWindow {
  readonly window: Window;
  /** The file's clock at second 0. */
  readonly origin: number;
  /** Of the video, in seconds. */
  readonly duration: number;
  /** Seconds of the window for which there was sound, holes between them included. */
  readonly heard: number;
  /**
   * Where pictures were lost, or the site of a stream has nothing, in seconds: a jump there is
   * damage, elsewhere it is how the sound was made.
   */
  readonly lost?: readonly Window[];
}

/** What sound is missing in a window. */
export function soundDamage(
  { holes: told, jumps, hasFault }: KeptSoundLog,
  { window, origin, duration, heard, lost = [] }: HeardWindow,
): SoundDamage {
  const seconds = ([from, to]: Window): Window => [from - origin, to - origin];
  const isLeap = ([, to]: Window) => to > duration + OUTSIDE_SECONDS;
  const [toldOf, jumped] = [told.map(seconds), jumps.map(seconds)];
  const leaps = [...toldOf, ...jumped].filter(isLeap);
  const holes = [...toldOf, ...jumped.filter((jump) => within(lost, jump).length > 0)].filter(
    (hole) => !isLeap(hole),
  );
  const soundEnds = window[0] + heard;
  const goesOn = holes.some(([, to]) => to > soundEnds);
  const early = !goesOn && window[1] - soundEnds > EARLY_SECONDS;
  // Of a time that leaps ahead, and back, nothing is missing.
  const isBroken = hasFault || leaps.some(([from]) => from > soundEnds - APART_SECONDS);
  if (early && isBroken) holes.push([soundEnds, window[1]]);
  return {
    silent: joined(within(holes, window), APART_SECONDS).filter(
      ([start, end]) => end - start >= LEAST_SECONDS,
    ),
    soundEnds: early && !isBroken ? soundEnds : null,
    unheard: null,
  };
}
