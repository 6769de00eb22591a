/** What ffmpeg says of each picture that has another size than the first: that, and its own. */
const OTHER_SIZE =
  /\[info\] filter context - w: (\d+) h: (\d+) .*incoming frame - w: (\d+) h: (\d+) /;

/** A frame from which on pictures are coded in another size than before, in pixels. */
export interface SizeChange {
  readonly frame: number;
  readonly width: number;
  readonly height: number;
}

type Size = Omit<SizeChange, 'frame'>;

/** Where the pictures of a decode change their size. */
export class PictureSizes {
  readonly changes: SizeChange[] = [];
  #first: Size | undefined;
  /** Of the picture that passes next; undefined while it is that of the first. */
  #next: Size | undefined;

  line(line: string): void {
    const [, ...sizes] = OTHER_SIZE.exec(line) ?? [];
    if (sizes.length === 0) return;
    const [firstWidth = 0, firstHeight = 0, width = 0, height = 0] = sizes.map(Number);
    this.#first = { width: firstWidth, height: firstHeight };
    this.#next = { width, height };
  }

  passed(frame: number): void {
    if (!this.#first) return;
    const { width, height } = this.#next ?? this.#first;
    this.#next = undefined;
    const last = this.changes.at(-1) ?? this.#first;
    if (last.width !== width || last.height !== height) this.changes.push({ frame, width, height });
  }
}
