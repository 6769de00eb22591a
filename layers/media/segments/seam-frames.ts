import { createHash } from 'node:crypto';
import { toNumber } from '../../domain/fraction.ts';
import type { PictureStream } from '../../domain/sources/probe.ts';
import type { SeamFrames } from './segment-record.ts';

/**
 * A decode begins at least this much before the frames that it is for, and both decodes of a cut
 * are compared over as much: pictures that lead their keyframe, deinterlacers and the reorder
 * buffers of decoders reach back 16 frames at most.
 */
const LEAST_SECONDS = 1;
const LEAST_FRAMES = 16;
/** Frames of one seam that are kept. */
const MOST = 4096;

/** Seconds before a cut in which its two decodes must agree. */
export const seamSeconds = ({ rate }: Pick<PictureStream, 'rate'>): number =>
  Math.max(LEAST_SECONDS, LEAST_FRAMES / Math.max(0.1, toNumber(rate)));

/** The frames before a cut, with digests of their small pictures. */
export class SeamWatch {
  readonly frames: SeamFrames = [];
  readonly #cut: number | null;
  readonly #from: number;

  /** @param cut presentation time in ticks; null where there is no cut */
  constructor(cut: number | null, picture: Pick<PictureStream, 'rate' | 'timeBase'>) {
    this.#cut = cut;
    const [numerator, denominator] = picture.timeBase;
    this.#from = (cut ?? 0) - Math.ceil((seamSeconds(picture) * denominator) / numerator);
  }

  see(pts: number, planes: Uint8Array): void {
    if (this.#cut === null || pts < this.#from || pts >= this.#cut) return;
    if (this.frames.length >= MOST) this.frames.shift();
    this.frames.push([pts, createHash('md5').update(planes).digest('base64')]);
  }
}
