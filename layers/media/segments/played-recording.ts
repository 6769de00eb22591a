import { join } from 'node:path';
import type { Reading } from '../read/decode.ts';
import type { Recording } from '../read/recording.ts';
import type { KeptSoundLog } from '../read/sound-clock.ts';
import { readFrames } from './frame-file.ts';
import { Pace } from './pace.ts';
import { PlayedTimes } from './played-times.ts';
import { type PicturesRecord, type SoundRecord, STREAMS } from './segment-record.ts';
import { Shared } from './shared.ts';
import { pictureForms, SOUND_FORM } from './stream-forms.ts';

/** A segment that was decoded. */
export interface Kept<Record> {
  readonly folder: string;
  readonly record: Record;
}

/** Who goes through the segments: those who take tiles, small pictures, and pictures for reading. */
const TILES = 0;
const SMALL = 1;
const TEXT = 2;

/** What the segments of a read gave, as if one decode had given it. */
export class PlayedRecording implements Recording {
  readonly times = new PlayedTimes();
  readonly #forms;
  readonly #pictures: Shared<Kept<PicturesRecord>>;
  readonly #sound: Promise<Kept<SoundRecord>> | undefined;
  /** Pictures for reading lead the small ones, which are forgotten behind them. */
  readonly #pace = new Pace();
  readonly #closing = new AbortController();
  #last: Kept<PicturesRecord> | undefined;

  /**
   * @param pictures in order; the next may still be decoded while one is played
   * @param taken whether the small pictures are taken, and those for reading
   */
  constructor(
    { probe, plan }: Pick<Reading, 'probe' | 'plan'>,
    pictures: AsyncIterable<Kept<PicturesRecord>>,
    sound: Promise<Kept<SoundRecord>> | undefined,
    taken: { readonly small: boolean; readonly text: boolean },
  ) {
    this.#forms = pictureForms(probe, plan);
    this.#pictures = new Shared(this.#added(pictures), {
      readers: [TILES, ...(taken.small ? [SMALL] : []), ...(taken.text ? [TEXT] : [])],
    });
    this.#sound = sound;
    // Until it is played, nobody may be there who learns of it.
    sound?.catch(() => undefined);
    if (!taken.text) this.#pace.reach(Number.POSITIVE_INFINITY);
  }

  async *#added(pictures: AsyncIterable<Kept<PicturesRecord>>) {
    for await (const kept of pictures) {
      if (this.#closing.signal.aborted) return;
      this.times.add(kept.record);
      this.#last = kept;
      yield kept;
    }
    this.times.end();
  }

  async *tiles(): AsyncGenerator<Buffer> {
    for await (const { folder, record } of this.#pictures.all(TILES)) {
      const count = record.framesAtTile.length;
      yield* readFrames(join(folder, STREAMS.tiles), this.#forms.tiles, count);
    }
  }

  async *small(): AsyncGenerator<Buffer> {
    for await (const { folder, record } of this.#pictures.all(SMALL)) {
      let i = 0;
      const path = join(folder, STREAMS.small);
      for await (const planes of readFrames(path, this.#forms.small, record.small)) {
        await this.#pace.reached(record.pts[i++] ?? 0);
        yield planes;
      }
    }
  }

  async *text(): AsyncGenerator<Buffer> {
    for await (const { folder, record } of this.#pictures.all(TEXT)) {
      let i = 0;
      const path = join(folder, STREAMS.text);
      for await (const planes of readFrames(path, this.#forms.text, record.text.length)) {
        this.#pace.reach(record.text[i++] ?? 0);
        yield planes;
      }
      if (record.segment.to !== null) this.#pace.reach(record.segment.to);
    }
    this.#pace.reach(Number.POSITIVE_INFINITY);
  }

  async *sound(): AsyncGenerator<Buffer> {
    const kept = await this.#sound;
    if (!kept) return;
    yield* readFrames(join(kept.folder, STREAMS.sound), SOUND_FORM, kept.record.pieces);
  }

  async hasSound(): Promise<boolean> {
    const kept = await this.#sound;
    return kept !== undefined && kept.record.unheard === null;
  }

  async soundLog(): Promise<KeptSoundLog> {
    return (await this.#sound)?.record ?? { holes: [], jumps: [], hasFault: false };
  }

  async end(): Promise<void> {
    await this.times.ended;
  }

  /** The frame that stands still at the end; undefined when that of another time is asked for. */
  async pictureAt(pts: number): Promise<Buffer | undefined> {
    if (this.#last?.record.last !== pts) return undefined;
    const path = join(this.#last.folder, STREAMS.last);
    for await (const rgb of readFrames(path, this.#forms.tiles, 1)) return Buffer.from(rgb);
    return undefined;
  }

  close(): void {
    this.#closing.abort();
    this.#pace.reach(Number.POSITIVE_INFINITY);
  }
}
