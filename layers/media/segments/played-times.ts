import type { SizeChange } from '../read/picture-sizes.ts';
import type { FrameTimes } from '../read/recording.ts';
import type { PicturesRecord } from './segment-record.ts';

/** The times of a read out of the records of its segments, which are added in order. */
export class PlayedTimes implements FrameTimes {
  readonly pts: number[] = [];
  readonly keys = new Set<number>();
  readonly faults: number[] = [];
  readonly spoilt: number[] = [];
  readonly torn = new Set<number>();
  readonly sizes: SizeChange[] = [];
  readonly #framesAtTile: number[] = [];
  readonly #text: number[] = [];
  /** Frames of all segments that were added. */
  #own = 0;
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;

  add({
    pts,
    keys,
    faults,
    spoilt,
    torn,
    sizes,
    behind,
    framesAtTile,
    text,
  }: PicturesRecord): void {
    const first = this.#own;
    // What came behind the segment before are the first frames of this one.
    this.pts.length = first;
    for (const at of pts) this.pts.push(at);
    for (const at of behind) this.pts.push(at);
    for (const key of keys) this.keys.add(first + key);
    for (const frame of faults) this.faults.push(first + frame);
    for (const frame of spoilt) this.spoilt.push(first + frame);
    for (const dts of torn) this.torn.add(dts);
    for (const { frame, ...size } of sizes) this.sizes.push({ frame: first + frame, ...size });
    for (const frames of framesAtTile) this.#framesAtTile.push(first + frames);
    for (const at of text) this.#text.push(at);
    this.#own += pts.length;
  }

  end(): void {
    this.#ended.resolve();
  }

  frame(i: number): Promise<number | undefined> {
    return Promise.resolve(this.pts[i]);
  }

  framesAtTile(k: number): Promise<number> {
    return Promise.resolve(Math.min(this.#framesAtTile[k] ?? this.pts.length, this.pts.length));
  }

  textPicture(i: number): Promise<number | undefined> {
    return Promise.resolve(this.#text[i]);
  }
}
