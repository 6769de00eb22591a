import type { Resize } from '../../domain/sources/damage.ts';
import { SAME_ASPECT } from './own-shape.ts';

/** What ffmpeg says of each picture that has another size than the first. */
const OTHER_SIZE = /\[info\] filter context - w: \d+ .*incoming frame - w: (\d+) h: (\d+) /;

/** A frame from which on pictures are coded in another size than before, or of other pixels. */
export interface SizeChange extends Omit<Resize, 'second'> {
  readonly frame: number;
}

type Size = Pick<SizeChange, 'width' | 'height'>;

/** Where the pictures of a decode change their size, or the shape of their pixels. */
export class PictureSizes {
  readonly changes: SizeChange[] = [];
  readonly #first: Size;
  /** Of the picture that passes next; undefined while it is that of the first. */
  #next: Size | undefined;
  #last: Size;
  /** Pixel aspect of the pictures that pass next, and of the last one. */
  #aspect = 1;
  #lastAspect: number | undefined;

  constructor(first: Size) {
    this.#first = first;
    this.#last = first;
  }

  line(line: string): void {
    const [, width, height] = OTHER_SIZE.exec(line) ?? [];
    if (width && height) this.#next = { width: Number(width), height: Number(height) };
  }

  aspect(aspect: number): void {
    this.#aspect = aspect;
  }

  passed(frame: number): void {
    const size = this.#next ?? this.#first;
    this.#next = undefined;
    const { width, height } = size;
    const pixelAspect = this.#aspect;
    this.#lastAspect ??= pixelAspect;
    if (width !== this.#last.width || height !== this.#last.height) {
      this.changes.push({ frame, width, height });
    } else if (Math.abs(pixelAspect / this.#lastAspect - 1) > SAME_ASPECT) {
      this.changes.push({ frame, width, height, pixelAspect });
    }
    this.#last = size;
    this.#lastAspect = pixelAspect;
  }
}
