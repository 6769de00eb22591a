import type { Resize } from '../../domain/sources/damage.ts';
import { SAME_ASPECT } from './own-shape.ts';

/** A frame from which on pictures are coded in another size than before, or of other pixels. */
export interface SizeChange extends Omit<Resize, 'second'> {
  readonly frame: number;
}

interface Form {
  readonly width: number;
  readonly height: number;
  readonly pixelAspect: number;
}

/** Where the pictures of a decode change their size, or the shape of their pixels. */
export class PictureSizes {
  readonly changes: SizeChange[] = [];
  /** Of the pictures that pass next. */
  #next: Form;
  #last: Pick<Form, 'width' | 'height'> & Partial<Form>;

  /** @param first size of the first pictures of the file, with which a read need not begin */
  constructor(first: Pick<Form, 'width' | 'height'>) {
    this.#next = { ...first, pixelAspect: 1 };
    this.#last = first;
  }

  /** What is told of the pictures that pass next. */
  told(form: Partial<Form>): void {
    this.#next = { ...this.#next, ...form };
  }

  passed(frame: number): void {
    const { width, height, pixelAspect } = this.#next;
    const last = this.#last;
    if (width !== last.width || height !== last.height) {
      this.changes.push({ frame, width, height });
    } else if (Math.abs(pixelAspect / (last.pixelAspect ?? pixelAspect) - 1) > SAME_ASPECT) {
      this.changes.push({ frame, width, height, pixelAspect });
    }
    this.#last = this.#next;
  }
}
