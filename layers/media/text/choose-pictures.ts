/** Side of a block, in pixels; every second of its lines is looked at. */
const BLOCK = 16;
const SAMPLES = (BLOCK * BLOCK) / 2;
/** Grey levels between neighbours that make an edge of a letter, or of anything as sharp. */
const EDGE = 40;
/** Edges at rest that make a block one of writing, and by which it is another than it was. */
const WRITTEN = SAMPLES / 12;
/** Blocks side by side that are a word. */
const WORD = 3;
/** Seconds between two pictures that are read, at the least and where nothing happens. */
const SHORTEST_WAIT = 0.35;
const LONGEST_WAIT = 4;
/** Pictures read at once where much happens. */
const BURST = 8;

/** How many pictures of a stretch may be read. */
export interface Budget {
  readonly perSecond: number;
}

/**
 * Chooses the pictures that are worth reading: the first, those in which a row of blocks has
 * gained or lost sharp edges that rest, as letters do over any ground, and one every few seconds.
 */
export class PictureChooser {
  readonly #width: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #perSecond: number;
  /** 1 where it gets lighter to the right, -1 where darker, of every second line. */
  readonly #edges: Int8Array;
  /** Edges of each block that are where they were in the picture before. */
  readonly #resting: Uint8Array;
  /** The same of the picture that was read last and the one after it. */
  readonly #read: Uint8Array;
  #credit = BURST;
  #last: number | undefined;
  #at = 0;

  constructor({ width, height }: { width: number; height: number }, { perSecond }: Budget) {
    this.#width = width;
    this.#columns = Math.floor(width / BLOCK);
    this.#rows = Math.floor(height / BLOCK);
    this.#perSecond = perSecond;
    this.#edges = new Int8Array((this.#rows * BLOCK * width) / 2);
    this.#resting = new Uint8Array(this.#columns * this.#rows);
    this.#read = new Uint8Array(this.#columns * this.#rows);
  }

  /** Whether a picture is to be read. Pictures come in order. */
  wants(seconds: number, luma: Uint8Array): boolean {
    this.#countEdges(luma);
    const isAfterRead = this.#last === this.#at;
    if (isAfterRead) this.#read.set(this.#resting);
    this.#credit = Math.min(BURST, this.#credit + (seconds - this.#at) * this.#perSecond);
    this.#at = seconds;
    if (this.#credit < 1 || !this.#isDue(seconds)) return false;
    this.#credit -= 1;
    this.#last = seconds;
    return true;
  }

  /** Of the last picture, as they are counted: of every second line. Do not keep them. */
  get edges(): Int8Array {
    return this.#edges;
  }

  #isDue(seconds: number): boolean {
    if (this.#last === undefined) return true;
    const waited = seconds - this.#last;
    if (waited < SHORTEST_WAIT) return false;
    return waited >= LONGEST_WAIT || this.#words() > 0;
  }

  #countEdges(luma: Uint8Array): void {
    const width = this.#width;
    this.#resting.fill(0);
    for (let row = 0; row < this.#rows; row++) {
      for (let line = 0; line < BLOCK; line += 2) {
        const first = (row * BLOCK + line) * width;
        for (let column = 0; column < this.#columns; column++) {
          let resting = 0;
          const start = first + column * BLOCK;
          for (let pixel = start; pixel < start + BLOCK; pixel++) {
            const step = (luma[pixel + 2] as number) - (luma[pixel] as number);
            const edge = step > EDGE ? 1 : step < -EDGE ? -1 : 0;
            const at = (first >> 1) + pixel - first;
            if (edge !== 0 && this.#edges[at] === edge) resting++;
            this.#edges[at] = edge;
          }
          (this.#resting[row * this.#columns + column] as number) += resting;
        }
      }
    }
  }

  /** Rows of blocks that are as long as a word and have other edges at rest than what was read. */
  #words(): number {
    let words = 0;
    for (let row = 0; row < this.#rows; row++) {
      let length = 0;
      for (let column = 0; column < this.#columns; column++) {
        length = this.#isNew(row * this.#columns + column) ? length + 1 : 0;
        if (length === WORD) words++;
      }
    }
    return words;
  }

  #isNew(block: number): boolean {
    const change = (this.#resting[block] as number) - (this.#read[block] as number);
    return Math.abs(change) >= WRITTEN;
  }
}
