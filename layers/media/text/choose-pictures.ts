/** Side of a block, in pixels; every second of its lines is looked at. */
const BLOCK = 16;
const SAMPLES = (BLOCK * BLOCK) / 2;
/** Grey levels between neighbours that make an edge of a letter, or of anything as sharp. */
const EDGE = 40;
/** Edges by which a block is another than it was, by which it is the same, and those of writing. */
const CHANGED = SAMPLES / 8;
const SAME = SAMPLES / 12;
const WRITTEN = SAMPLES / 8;
/** Blocks side by side that are a word. */
const WORD = 3;
/** Seconds between two pictures that are read, at the least and where nothing happens. */
const SHORTEST_WAIT = 0.35;
const LONGEST_WAIT = 5;
/** Pictures read at once where much happens. */
const BURST = 8;

/** How many pictures of a stretch may be read. */
export interface Budget {
  readonly perSecond: number;
}

/**
 * Chooses the pictures that are worth reading: the first, those in which a row of blocks has
 * gained or lost sharp edges and kept them, those that are all new, and one every few seconds.
 */
export class PictureChooser {
  readonly #width: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #perSecond: number;
  #credit = BURST;
  #last: number | undefined;
  #at = 0;
  #read: Uint8Array;
  #before: Uint8Array;
  #now: Uint8Array;

  constructor({ width, height }: { width: number; height: number }, { perSecond }: Budget) {
    this.#width = width;
    this.#columns = Math.floor(width / BLOCK);
    this.#rows = Math.floor(height / BLOCK);
    this.#perSecond = perSecond;
    const blocks = () => new Uint8Array(this.#columns * this.#rows);
    [this.#read, this.#before, this.#now] = [blocks(), blocks(), blocks()];
  }

  /** Whether a picture is to be read. Pictures come in order. */
  wants(seconds: number, luma: Uint8Array): boolean {
    [this.#before, this.#now] = [this.#now, this.#before];
    this.#countEdges(luma);
    this.#credit = Math.min(BURST, this.#credit + (seconds - this.#at) * this.#perSecond);
    this.#at = seconds;
    if (this.#credit < 1 || !this.#isDue(seconds)) return false;
    this.#credit -= 1;
    this.#last = seconds;
    this.#read.set(this.#now);
    return true;
  }

  #isDue(seconds: number): boolean {
    if (this.#last === undefined) return true;
    const waited = seconds - this.#last;
    if (waited < SHORTEST_WAIT) return false;
    return waited >= LONGEST_WAIT || this.#words() > 0;
  }

  #countEdges(luma: Uint8Array): void {
    const blocks = this.#now;
    blocks.fill(0);
    const width = this.#width;
    for (let row = 0; row < this.#rows; row++) {
      for (let line = 0; line < BLOCK; line += 2) {
        let pixel = (row * BLOCK + line) * width;
        for (let column = 0; column < this.#columns; column++) {
          let edges = 0;
          for (const end = pixel + BLOCK; pixel < end; pixel++) {
            const step = (luma[pixel + 2] as number) - (luma[pixel] as number);
            if (step > EDGE || step < -EDGE) edges++;
          }
          (blocks[row * this.#columns + column] as number) += edges;
        }
      }
    }
  }

  /** Rows of blocks that are as long as a word, changed since what was read, and stay. */
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
    const now = this.#now[block] as number;
    const read = this.#read[block] as number;
    return (
      Math.abs(now - read) >= CHANGED &&
      Math.max(now, read) >= WRITTEN &&
      Math.abs(now - (this.#before[block] as number)) <= SAME
    );
  }
}
