import { fineChange } from './kernels/fine.ts';
import { num, SMALL } from './pictures/grey.ts';
import {
  CADENCE_AROUND_SECONDS,
  CADENCE_HELD,
  CADENCE_HELD_SHARE,
  CADENCE_REPEATED,
  CADENCE_SHORT_SECONDS,
  STILL_RESTLESS,
} from './thresholds.ts';

const { abs, ceil, max, min } = Math;

const KEPT_SECONDS = CADENCE_AROUND_SECONDS + CADENCE_SHORT_SECONDS;

/** `repeats` is true for a frame that shows the picture of the one before. */
type Take = (seconds: number, planes: Uint8Array, repeats: boolean) => void;

/**
 * Tells which frames only repeat a picture amid movement, as where film of 24 pictures a second is
 * shown at 60 frames: each picture is held for two or three of them, and others come before and after
 * within a tenth of a second. A picture that rests for longer repeats nothing, and neither does one
 * that is held for a frame more where all others change.
 *
 * What is told of a frame is known half a second later: frames are kept for so long, and then handed
 * on in their order.
 */
export class Cadence {
  readonly #take: Take;
  /** Frames that are kept: half of them have been handed on. */
  readonly #size: number;
  readonly #planes: Uint8Array[];
  readonly #lengths: Uint16Array;
  readonly #seconds: Float64Array;
  /** Mean absolute change to the frame before. */
  readonly #change: Float64Array;
  #came = 0;
  #taken = 0;

  /** `frameRate` is that at the densest; frames that come closer are looked at for less long. */
  constructor(frameRate: number, take: Take) {
    this.#take = take;
    this.#size = 2 * ceil(KEPT_SECONDS * frameRate) + 4;
    this.#planes = Array.from({ length: this.#size }, () => new Uint8Array(SMALL.bytes));
    this.#lengths = new Uint16Array(this.#size);
    this.#seconds = new Float64Array(this.#size);
    this.#change = new Float64Array(this.#size);
  }

  push(seconds: number, planes: Uint8Array): void {
    const slot = this.#came % this.#size;
    const kept = this.#planes[slot] as Uint8Array;
    const before = this.#planes[(slot + this.#size - 1) % this.#size] as Uint8Array;
    kept.set(planes.subarray(0, SMALL.bytes));
    this.#lengths[slot] = min(planes.length, SMALL.bytes);
    this.#seconds[slot] = seconds;
    this.#change[slot] = this.#came === 0 ? 0 : fineChange(before, kept);
    this.#came++;
    while (this.#hasSeenEnough()) this.#next();
  }

  finish(): void {
    while (this.#taken < this.#came) this.#next();
  }

  #hasSeenEnough(): boolean {
    if (this.#came - this.#taken > this.#size / 2) return true;
    return !this.#isNear(this.#taken, this.#came - 1, KEPT_SECONDS);
  }

  #next(): void {
    const frame = this.#taken;
    const repeats = this.#repeats(frame) && this.#othersRepeat(frame);
    this.#taken++;
    const slot = frame % this.#size;
    const planes = (this.#planes[slot] as Uint8Array).subarray(0, this.#lengths[slot]);
    this.#take(num(this.#seconds, slot), planes, repeats);
  }

  /** Whether a frame is among those that are kept, and no further away from another than this. */
  #isNear(frame: number, other: number, seconds: number): boolean {
    if (other < max(0, this.#came - this.#size) || other >= this.#came) return false;
    const [a, b] = [frame % this.#size, other % this.#size];
    return abs(num(this.#seconds, a) - num(this.#seconds, b)) <= seconds;
  }

  #changeOf(frame: number): number {
    return num(this.#change, frame % this.#size);
  }

  /** The most that a frame changes shortly before, or after, another. */
  #mostBeside(frame: number, step: 1 | -1): number {
    let most = 0;
    for (let one = frame + step; this.#isNear(frame, one, CADENCE_SHORT_SECONDS); one += step)
      most = max(most, this.#changeOf(one));
    return most;
  }

  /** Whether a frame hardly changes between two that do, more than coding alone leaves. */
  #repeats(frame: number): boolean {
    const beside = min(this.#mostBeside(frame, -1), this.#mostBeside(frame, 1));
    return beside > STILL_RESTLESS && this.#changeOf(frame) < CADENCE_REPEATED * beside;
  }

  /** Whether of the pictures around a frame at least half as many are repeated as change. */
  #othersRepeat(frame: number): boolean {
    let [from, to] = [frame, frame];
    while (this.#isNear(frame, from - 1, CADENCE_AROUND_SECONDS)) from--;
    while (this.#isNear(frame, to + 1, CADENCE_AROUND_SECONDS)) to++;
    let most = 0;
    for (let one = from; one <= to; one++) most = max(most, this.#changeOf(one));
    let held = 0;
    let moved = 0;
    let before = false;
    for (let one = from; one <= to; one++) {
      const repeats = this.#repeats(one);
      if (repeats && !before) held++;
      if (!repeats && this.#changeOf(one) > CADENCE_REPEATED * most) moved++;
      before = repeats;
    }
    return held >= CADENCE_HELD && held >= CADENCE_HELD_SHARE * moved;
  }
}
