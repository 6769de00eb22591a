import { toNumber } from '../../domain/fraction.ts';
import { tileSecond } from '../../domain/frames/tile-second.ts';
import { type Damage, NO_DAMAGE, unseenOf } from '../../domain/sources/damage.ts';
import { soundOrigin } from '../../domain/sources/probe.ts';
import { within, without } from '../../domain/stretches.ts';
import type { Window } from '../../domain/window.ts';
import { ComingAgain, firstShownFrom, secondsTwice } from './coming-again.ts';
import type { Reading, Tile } from './decode.ts';
import { frameLength } from './frame-length.ts';
import type { Listener, PictureSink } from './listener.ts';
import { longestGap, pictureEnds } from './owed-frames.ts';
import {
  absentStretches,
  type FrameRecord,
  holeAtEnd,
  holeBefore,
  pictureDamage,
} from './picture-damage.ts';
import { type Recording, SOUND_RATE } from './recording.ts';
import { soundDamage } from './sound-clock.ts';
import type { TimeGrid } from './time-grid.ts';

/** Tiles of a plan that follow each other. */
export interface TileRange {
  readonly first: number;
  readonly count: number;
}

/** What a recording means: its tiles with their times, what is heard and seen of it, its damage. */
export class Read {
  readonly #reading: Reading;
  readonly #grid: TimeGrid;
  readonly #range: TileRange;
  readonly #listener: Listener | undefined;
  readonly #recording: Recording;
  #made = 0;
  #heardBytes = 0;

  constructor(
    reading: Reading,
    range: TileRange,
    grid: TimeGrid,
    recording: Recording,
    listener?: Listener,
  ) {
    this.#reading = reading;
    this.#range = range;
    this.#grid = grid;
    this.#recording = recording;
    this.#listener = listener;
  }

  /** The tiles up to the end of the picture, which may come before the last that is wanted. */
  async *tiles(): AsyncGenerator<Tile> {
    const { plan } = this.#reading;
    const { times } = this.#recording;
    const listening = this.#listener ? this.#listen(this.#listener) : [];
    // A listener that fails must not go unnoticed while tiles are still being taken.
    const failed = Promise.all(listening).catch((cause: unknown) => {
      this.#recording.close();
      throw cause;
    });
    failed.catch(() => {});

    let shown = 0;
    for await (const rgb of this.#recording.tiles()) {
      const frames = await times.framesAtTile(this.#made);
      const second = tileSecond(plan, this.#range.first + this.#made);
      while (shown + 1 < frames && this.#grid.shownBy(times.pts[shown + 1] ?? 0, second)) shown++;
      const hole = holeBefore(this.#record(), shown + 1);
      const lost = hole !== undefined && second >= hole[0];
      yield { pts: times.pts[shown] ?? 0, rgb, lost };
      this.#made++;
    }
    await failed;
    await this.#recording.end();
  }

  #listen(listener: Listener): Promise<void>[] {
    return [
      this.#smallFrames(listener),
      this.#soundOf(listener),
      ...(listener.text ? [this.#textOf(listener.text)] : []),
    ];
  }

  /** How long a frame lasts that is not held, as far as the first ones tell. */
  get frameSeconds(): number {
    const { pts } = this.#recording.times;
    return frameLength(this.#reading.picture, pts, (at) => this.#grid.secondsOf(at));
  }

  #record(): FrameRecord {
    const { pts, keys, faults, spoilt } = this.#recording.times;
    const { picture, probe } = this.#reading;
    return {
      seconds: (frame) => this.#grid.secondsOf(pts[frame] ?? 0),
      count: pts.length,
      isKey: (frame) => keys.has(frame),
      faults,
      spoilt,
      frameSeconds: this.frameSeconds,
      longestGap: longestGap(probe.format, picture),
      lastAt: picture.lastAt,
    };
  }

  #pictureEnd(): number {
    return this.#reading.picture.end ?? this.#reading.probe.duration;
  }

  /**
   * Whether a fault explains that no picture comes up to the second any more; known when all was
   * read.
   */
  async endsInHole(second: number): Promise<boolean> {
    await this.#recording.times.ended;
    return holeAtEnd(this.#record(), Math.min(second, this.#pictureEnd())) !== undefined;
  }

  /** What of the covered window was lost, known when all was read. */
  async damage(): Promise<Damage> {
    await this.#recording.times.ended;
    const { plan, probe } = this.#reading;
    const readOn = this.#listener !== undefined || this.#made < this.#range.count;
    const end = Math.min(plan.covered[1], this.#pictureEnd());
    const torn = [...this.#recording.times.torn].map((ticks) => this.#grid.secondsOf(ticks));
    const record = this.#record();
    const hears = this.#listener !== undefined && (await this.#recording.hasSound());
    const log = hears ? await this.#recording.soundLog() : undefined;
    const origin = soundOrigin(probe);
    const jumps = log?.jumps.map(([from, to]): Window => [from - origin, to - origin]) ?? [];
    const gone = absentStretches(record, jumps, probe.missing);
    const found = pictureDamage(record, { torn, gone }, plan.covered, readOn ? end : undefined);
    const absent = without(within(gone, plan.covered), found.lost);
    const seen = {
      ...found,
      absent,
      // That the clock begins again is told of the whole file.
      twice: probe.restarts ? [] : within(secondsTwice(record), plan.covered),
      resized: this.#resized(record),
      pictureEnds: pictureEnds(this.#reading),
    };
    if (!log) return { ...NO_DAMAGE, ...seen };
    const { duration } = probe;
    const heard = this.#heardSeconds;
    // A stream may lack its sound alone.
    const lost = [...unseenOf({ lost: found.lost, absent }), ...(probe.missing ?? [])];
    return {
      ...seen,
      ...soundDamage(log, { window: plan.covered, origin, duration, heard, lost }),
    };
  }

  #resized(record: FrameRecord): Damage['resized'] {
    const { sizes } = this.#recording.times;
    const [start, end] = this.#reading.plan.covered;
    const shown = firstShownFrom(
      record,
      sizes.map(({ frame }) => frame),
    );
    return sizes.flatMap(({ frame: _, ...size }, i) => {
      const frame = shown[i];
      // Of two changes only the last is shown where both come again.
      if (frame === undefined || frame === shown[i + 1]) return [];
      const second = record.seconds(frame);
      return second >= start && second < end ? [{ second, ...size }] : [];
    });
  }

  /** Presentation time of the last frame read, in ticks; undefined when none was. */
  async lastFrame(): Promise<number | undefined> {
    await this.#recording.times.ended;
    return this.#recording.times.pts.at(-1);
  }

  /** Hands on the small frames of the covered window, from the frame that is shown at its start. */
  async #smallFrames(listener: Listener): Promise<void> {
    const [start] = this.#reading.plan.covered;
    const held = Buffer.alloc(listener.small.bytes);
    const again = this.#again();
    let heldPts: number | undefined;
    let i = 0;
    for await (const planes of this.#recording.small()) {
      const pts = (await this.#recording.times.frame(i++)) ?? 0;
      if (again.passes(this.#grid.secondsOf(pts))) continue;
      if (this.#grid.shownBy(pts, start)) {
        planes.copy(held);
        heldPts = pts;
        continue;
      }
      if (heldPts !== undefined) listener.frame(this.#grid.secondsOf(heldPts), held);
      heldPts = undefined;
      listener.frame(this.#grid.secondsOf(pts), planes);
    }
    if (heldPts !== undefined) listener.frame(this.#grid.secondsOf(heldPts), held);
  }

  async #textOf(text: PictureSink): Promise<void> {
    const again = this.#again();
    let i = 0;
    for await (const planes of this.#recording.text()) {
      const pts = (await this.#recording.times.textPicture(i++)) ?? 0;
      const second = this.#grid.secondsOf(pts);
      if (!again.passes(second)) await text.see(second, planes);
    }
  }

  /** Tells which pictures no tile shows: nothing is told of these. */
  #again(): ComingAgain {
    const { picture, probe } = this.#reading;
    const standsStill = probe.format === 'mxf' && probe.unread !== undefined;
    return new ComingAgain(1 / toNumber(picture.rate), standsStill);
  }

  get #heardSeconds(): number {
    return this.#heardBytes / 2 / SOUND_RATE;
  }

  async #soundOf(listener: Listener): Promise<void> {
    const [start] = this.#reading.plan.covered;
    for await (const bytes of this.#recording.sound()) {
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
      listener.audio(samples, start + this.#heardSeconds);
      this.#heardBytes += bytes.length;
    }
  }

  close(): void {
    this.#recording.close();
  }
}
