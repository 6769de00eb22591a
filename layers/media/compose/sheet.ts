import type { Geometry } from '../../domain/frames/frames.ts';
import { GUTTER, sheetSize } from '../../domain/frames/geometry.ts';
import { stamp } from './stamp.ts';

/** Between tiles: neither black nor white, so that a dark or bright frame still has an edge. */
const GUTTER_GREY = 72;
const JPEG = {
  quality: 82,
  chromaSubsampling: '4:2:0',
  // Optimised Huffman tables save 3 % of the bytes and cost more than all the rest of the drawing.
  optimiseCoding: false,
} as const;

/** A contact sheet that is filled tile by tile, in reading order. */
export class SheetCanvas {
  readonly #geometry: Geometry;
  /**
   * Megabytes: letting them go for each sheet makes the collector go through everything each time.
   */
  readonly #pixels: Buffer;
  #rgb: Buffer;
  #width = 0;
  #height = 0;
  #tiles = 0;

  /** @param tiles how many tiles a sheet will hold at most */
  constructor(geometry: Geometry, tiles: number) {
    this.#geometry = geometry;
    const [width, height] = sheetSize(geometry, tiles);
    this.#pixels = Buffer.allocUnsafeSlow(width * height * 3);
    this.#rgb = this.#pixels;
  }

  /** Begins the next sheet, of at most `tiles` tiles; the one before must have been encoded. */
  clear(tiles: number): void {
    [this.#width, this.#height] = sheetSize(this.#geometry, tiles);
    this.#rgb = this.#pixels.subarray(0, this.#width * this.#height * 3).fill(GUTTER_GREY);
    this.#tiles = 0;
  }

  /** Copies a tile's picture into the next place and burns its stamps into it. */
  place(rgb: Buffer, stamps: readonly string[]): void {
    const [width, height] = this.#geometry.tile;
    const [cols] = this.#geometry.grid;
    const x = (this.#tiles % cols) * (width + GUTTER);
    const y = Math.floor(this.#tiles / cols) * (height + GUTTER);
    for (let row = 0; row < height; row++) {
      rgb.copy(
        this.#rgb,
        ((y + row) * this.#width + x) * 3,
        row * width * 3,
        (row + 1) * width * 3,
      );
    }
    stamp({ width: this.#width, rgb: this.#rgb }, { x, y, width, height }, stamps);
    this.#tiles++;
  }

  /** Rows and columns that stayed empty are left off. */
  async toJpeg(): Promise<{ jpeg: Buffer; width: number; height: number }> {
    // Whoever draws nothing, as most that open a file, does without: it takes 50 ms of CPU to load.
    const { default: sharp } = await import('sharp');
    const raw = { width: this.#width, height: this.#height, channels: 3 } as const;
    const [width, height] = sheetSize(this.#geometry, this.#tiles);
    const whole = sharp(this.#rgb, { raw });
    const filled =
      width === this.#width && height === this.#height
        ? whole
        : whole.extract({ left: 0, top: 0, width, height });
    return { jpeg: await filled.jpeg(JPEG).toBuffer(), width, height };
  }
}
