import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Tool } from '../ffmpeg/process.ts';
import { faultIn, tornAt } from './faults.ts';
import { told } from './frame-clock.ts';
import { PictureSizes, type SizeChange } from './picture-sizes.ts';
import { SoundClock } from './sound-clock.ts';

/**
 * The times of the frames that passed the `clock` filter, and how many tiles had been made by then.
 * ffmpeg writes a frame's line before its bytes; the pipes reach us in any order, so readers of
 * bytes wait here for the line that belongs to them.
 */
export class FrameLog {
  /** Presentation times in decoding order of display, in ticks. 8 bytes a frame. */
  readonly pts: number[] = [];
  /** Numbers of the frames that need no other to be decoded. */
  readonly keys = new Set<number>();
  /** How many frames had passed when a fault that harms the picture was told; ascending. */
  readonly faults: number[] = [];
  /** The same of faults after which a picture came nevertheless. */
  readonly spoilt: number[] = [];
  /** When packets of the picture are decoded of which a part is missing, in ticks. */
  readonly torn = new Set<number>();
  readonly sound = new SoundClock();
  readonly #sizes: PictureSizes;
  readonly #picture: number;
  readonly #beginsAnywhere: boolean;
  /** Time of the first frame that needs no other to be decoded. */
  #firstKey: number | undefined;
  /** How many frames had passed the clock when tile k was made. */
  readonly #framesAtTile: number[] = [];
  /** Presentation times of the pictures that are made for reading. */
  readonly #textPts: number[] = [];
  /** Settles when all times are known. */
  readonly ended: Promise<void>;
  #ended = false;
  #wake: (() => void)[] = [];

  /** @param beginsAnywhere whether pictures may come that need some from before the decode */
  constructor(
    tool: Tool,
    { index, codedWidth, codedHeight }: PictureStream,
    { beginsAnywhere } = { beginsAnywhere: false },
  ) {
    this.#picture = index;
    this.#beginsAnywhere = beginsAnywhere;
    this.#sizes = new PictureSizes({ width: codedWidth, height: codedHeight });
    this.ended = this.#read(tool);
    this.ended.catch(() => {});
  }

  async #read(tool: Tool): Promise<void> {
    try {
      for await (const line of tool.messages()) {
        const tells = told(line);
        switch (tells?.what) {
          case 'frame':
            this.#passed(tells);
            break;
          case 'text':
            this.#textPts.push(tells.pts);
            break;
          case 'tile':
            this.#framesAtTile.push(this.pts.length);
            break;
          case 'size':
            this.#sizes.told({ width: tells.width, height: tells.height });
            continue;
          case 'aspect':
            this.#sizes.told({ pixelAspect: tells.pixelAspect });
            continue;
          default:
            this.#other(line);
            continue;
        }
        this.#notify();
      }
    } finally {
      this.#ended = true;
      this.#notify();
    }
  }

  #passed({ pts, isKey }: { pts: number; isKey: boolean }): void {
    if (isKey) {
      this.keys.add(this.pts.length);
      this.#firstKey ??= pts;
    }
    this.#sizes.passed(this.pts.length);
    this.pts.push(pts);
  }

  /** Where pictures change their size, in order. */
  get sizes(): readonly SizeChange[] {
    return this.#sizes.changes;
  }

  #other(line: string): void {
    const torn = tornAt(line, this.#picture);
    if (torn !== undefined) this.torn.add(torn);
    const fault = faultIn(line, this.#picture);
    this.sound.line(line, fault);
    if (!fault || fault.harms === 'sound') return;
    this.faults.push(this.pts.length);
    // Before the first keyframe, which is in time: none of them is asked for.
    const isBefore = this.#beginsAnywhere && fault.lacks && this.pts.length === 0;
    if (fault.spoils && !isBefore) this.spoilt.push(this.pts.length);
  }

  /**
   * True when a keyframe comes before the first frame that `isLate`: all frames from there on are
   * whole. Reading from the middle of a stream may begin with frames whose references are missing.
   */
  async keyComesBefore(isLate: (pts: number) => boolean): Promise<boolean> {
    for (let i = 0; ; i++) {
      const pts = await this.frame(i);
      if (pts === undefined || isLate(pts)) return false;
      if (this.#firstKey !== undefined && pts >= this.#firstKey) return true;
    }
  }

  /** Presentation time of the i-th frame, or undefined when there are fewer. */
  async frame(i: number): Promise<number | undefined> {
    while (this.pts.length <= i && !this.#ended) await this.#change();
    return this.pts[i];
  }

  /**
   * How many frames had passed the clock when tile k was made; all of them when there is no tile k.
   */
  async framesAtTile(k: number): Promise<number> {
    while (this.#framesAtTile.length <= k && !this.#ended) await this.#change();
    return this.#framesAtTile[k] ?? this.pts.length;
  }

  /** Presentation time of the i-th picture for reading, or undefined when there are fewer. */
  async textPicture(i: number): Promise<number | undefined> {
    while (this.#textPts.length <= i && !this.#ended) await this.#change();
    return this.#textPts[i];
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake.push(resolve);
    });
  }

  #notify(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
