import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Turns } from '../../../layers/app/turns.ts';
import { type CutSource, decodeSegment } from '../../../layers/media/segments/decode-segment.ts';
import type { Kept } from '../../../layers/media/segments/played-recording.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import type { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';

/** Decodes of segments, a few at a time, each once. */
export class Decodes {
  readonly #source: CutSource;
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #turns: Turns;
  readonly #kept = new Map<string, Promise<Kept<SegmentRecord>>>();
  readonly #stops = new Map<string, AbortController>();

  constructor(source: CutSource, folder: string, atOnce: number, signal: AbortSignal) {
    this.#source = source;
    this.#folder = folder;
    this.#signal = signal;
    this.#turns = new Turns(atOnce);
  }

  readonly of = (segment: SegmentPlan): Promise<Kept<SegmentRecord>> => {
    const name = segmentName(segment);
    const known = this.#kept.get(name);
    if (known) return known;
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#signal, stop.signal]);
    const decoding = this.#turns.take(async () => {
      signal.throwIfAborted();
      const folder = join(this.#folder, name);
      await mkdir(folder, { recursive: true });
      const record = await decodeSegment(this.#source, segment, folder, signal);
      return { folder, record };
    });
    // Awaited when its turn to be merged comes.
    decoding.catch(() => {});
    this.#kept.set(name, decoding);
    this.#stops.set(name, stop);
    return decoding;
  };

  /** Ends the decodes of segments that are not part of the read any more. */
  only(segments: readonly SegmentPlan[]): void {
    const wanted = new Set(segments.map(segmentName));
    for (const [name, stop] of this.#stops) if (!wanted.has(name)) stop.abort();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#kept.values());
  }
}
