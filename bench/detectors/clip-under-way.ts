import type { Clip, Effect, Entrance } from './clip.ts';
import type { Dice } from './random.ts';
import { type Errand, makeShot } from './shot.ts';
import type { Source } from './sources.ts';
import { type Move, noTruth } from './truth.ts';

/** What is known of a clip before it is laid out. */
export type ClipForm = Pick<Clip, 'name' | 'fps' | 'keep' | 'encoder' | 'grain'>;

export const CUT: Entrance = { kind: 'cut', frames: 0, direction: 'left' };

interface ShotWish {
  seconds: number;
  errands?: Errand[];
  still?: boolean;
  passers?: number;
  similar?: boolean;
  bare?: boolean;
}

/** A clip that is being laid out, shot by shot, with the truth about it. */
export class ClipUnderWay {
  readonly form: ClipForm;
  readonly dice: Dice;
  readonly truth = noTruth();
  readonly effects: Effect[] = [];
  readonly #shots: Clip['shots'] = [];
  readonly #sources: readonly Source[];
  readonly #landscapes: readonly Source[];
  /** How the next shot comes in. */
  next: Entrance = CUT;
  #end = 0;
  #lastSource: Source | undefined;

  constructor(form: ClipForm, sources: readonly Source[], dice: Dice) {
    this.form = form;
    this.dice = dice;
    this.#sources = sources;
    // A camera's way cannot be seen on a plain gradient, not even by people.
    this.#landscapes = sources.filter(({ real, name }) => !real && !name.startsWith('gradients'));
  }

  /** The frame after the last one that is laid out. */
  get end(): number {
    return this.#end;
  }

  get endsOnStill(): boolean {
    return this.#lastSource?.fps === 0;
  }

  frames(seconds: number): number {
    return Math.round(seconds * this.form.fps);
  }

  newSource({ similar, still }: Pick<ShotWish, 'similar' | 'still'> = {}): Source {
    if (similar && this.#lastSource?.fps === 0) return this.#lastSource;
    const pool = (still ? this.#landscapes : this.#sources).filter(
      (source) => source !== this.#lastSource,
    );
    return this.dice.pick(pool);
  }

  /**
   * Adds a shot.
   * @param tail its frames over which the next one comes in
   * @returns the first frame in which it alone is seen
   */
  add(wish: ShotWish, entrance: Entrance, tail = 0): number {
    const { dice } = this;
    const source = this.newSource(wish);
    this.#lastSource = source;
    const total = entrance.frames + tail + this.frames(wish.seconds);
    const sway = wish.bare ? 0 : dice.between(0.0015, 0.004);
    const shot = makeShot(
      {
        frames: total,
        fps: this.form.fps,
        source,
        moves: wish.errands ?? [],
        passers: wish.passers ?? 0,
        sway,
        lead: entrance.frames,
        tail,
      },
      dice,
    );
    const from = this.#end;
    this.#shots.push({ shot, from, entrance });
    this.#tell({ shot, from, entrance }, source, from + total);
    this.#end = from + total - tail;
    return from + entrance.frames;
  }

  /** Writes down what is true of a shot. */
  #tell({ shot, from, entrance }: Clip['shots'][number], source: Source, to: number): void {
    const { truth } = this;
    const span = { from, to: from + entrance.frames };
    if (from > 0 && entrance.kind === 'cut') truth.cuts.push(from);
    if (entrance.kind === 'dissolve') truth.dissolves.push(span);
    if (entrance.kind === 'wipe') truth.wipes.push({ ...span, kind: entrance.direction });
    for (const { from: a, to: b, kind } of shot.moves) {
      const stretch = { from: from + a, to: from + b };
      if (kind.startsWith('whip')) truth.whips.push(stretch);
      else truth.moves.push({ ...stretch, kind: kind as Move });
    }
    if (shot.real) {
      for (const what of ['moves', 'freezes', 'overlays', 'whips'] as const) {
        truth.ignore.push({ from, to, what });
      }
    }
    // A plain gradient hides the hand's sway: what is coded of it is as still as a photograph.
    if (source.name.startsWith('gradients')) truth.ignore.push({ from, to, what: 'freezes' });
  }

  finished(): Clip {
    const { form, effects, truth } = this;
    return { ...form, frames: this.#end, shots: this.#shots, effects, truth };
  }
}
