import type { Readable } from 'node:stream';
import { type Damage, NO_DAMAGE } from '../../domain/sources/damage.ts';
import { overMemory } from '../../domain/sources/undecodable.ts';
import { fixedFrames } from '../ffmpeg/pipes.ts';
import { MAX_RESIDENT_BYTES } from '../ffmpeg/process.ts';
import { turnFilters } from '../picture-space.ts';
import { type TextSize, textFilters } from '../text/text-size.ts';
import { type Source, sameSize, startDecode, type Tile } from './decode.ts';
import { everyOtherLine } from './every-other-line.ts';
import { TELL_FRAME, TELL_TEXT, TELL_TILE } from './frame-clock.ts';
import { FrameLog } from './frame-log.ts';
import { longestGap, pictureEnds } from './owed-frames.ts';
import { type FrameRecord, holeAtEnd, holeBefore, pictureDamage } from './picture-damage.ts';
import { printJumps } from './sound-clock.ts';
import type { HeardSound } from './sound-mix.ts';
import { TEXT_PIPE, textSamples } from './text-samples.ts';
import { tileFilters } from './tile-filters.ts';
import { type TimeGrid, tileSecond } from './time-grid.ts';

/** What listens to every frame and to the sound of the same decode. */
export interface Listener {
  /** Size of the small pictures it is given. */
  readonly small: { readonly width: number; readonly height: number; readonly bytes: number };
  /**
   * Takes the frames of the covered window in order: a plane of luma, then one of Cb and one of Cr
   * of half its width and height, all in full range. The bytes are valid during the call.
   */
  frame(seconds: number, planes: Uint8Array): void;
  /** Takes pictures that are large enough to read, some of each second. */
  readonly text?: PictureSink | undefined;
  /** Takes 16 kHz mono samples in order. The samples are valid during the call. */
  audio(samples: Int16Array, startSeconds: number): void;
}

/** Takes upright pictures of one size, in order. */
export interface PictureSink {
  readonly size: TextSize;
  /** The bytes are valid until the promise resolves. */
  see(seconds: number, planes: Uint8Array): Promise<void>;
}

/**
 * Written when a buffer of 32 KB is full: each frame and each bit of sound by itself would wake us.
 */
const WRITE_SELDOM = ['-flush_packets', '0'];
const AUDIO_RATE = 16_000;
/** Samples handed on at once: 10 ms. */
const AUDIO_CHUNK = AUDIO_RATE / 100;

/** Which tiles a read makes, and the filters that choose their frames. */
export interface Wanted {
  readonly first: number;
  readonly count: number;
  readonly choose: readonly string[];
}

/** One decode of the source, from a second on. */
export class Read {
  readonly #source: Source;
  readonly #grid: TimeGrid;
  readonly #wanted: Wanted;
  readonly #listener: Listener | undefined;
  readonly #sound: HeardSound | undefined;
  readonly #tool;
  readonly #log: FrameLog;
  #made = 0;
  /** Samples. */
  #heard = 0;

  constructor(
    source: Source,
    wanted: Wanted,
    grid: TimeGrid,
    seek: number | undefined,
    listener: Listener | undefined,
    /** Sound that is to be heard, where there is a listener. */
    sound: HeardSound | undefined,
  ) {
    this.#source = source;
    this.#wanted = wanted;
    this.#grid = grid;
    this.#listener = listener;
    this.#sound = listener && sound;
    const passthrough = source.binaries.passthrough;
    this.#tool = startDecode(source, {
      seek,
      graphs: this.#graphs(),
      outputs: [
        ...['-map', '[tile]', ...passthrough, '-frames:v', String(wanted.count)],
        ...['-f', 'rawvideo', 'pipe:3'],
        ...(listener
          ? ['-map', '[small]', ...passthrough, ...WRITE_SELDOM, '-f', 'rawvideo', 'pipe:4']
          : []),
        ...(this.#sound ? ['-map', '[sound]', ...WRITE_SELDOM, '-f', 's16le', 'pipe:5'] : []),
        ...(listener?.text
          ? ['-map', '[text]', ...passthrough, '-f', 'rawvideo', `pipe:${TEXT_PIPE}`]
          : []),
      ],
      pipes: listener?.text ? TEXT_PIPE : 2 + 1 + (listener ? 1 : 0) + (this.#sound ? 1 : 0),
    });
    this.#log = new FrameLog(this.#tool, source.picture.index);
  }

  #graphs(): string[] {
    const { picture, plan } = this.#source;
    const { everyFrame, chosenFrame } = tileFilters(picture, plan);
    const tile = [
      ...everyFrame,
      ...this.#wanted.choose,
      // Beside `-frames:v`, because a graph of several outputs reads on, to the end of the file,
      // until each has ended.
      `trim=end_frame=${this.#wanted.count}`,
      ...chosenFrame,
      TELL_TILE,
    ];
    // Without a listener the clock costs next to nothing: its pictures are never averaged or sent.
    const clock = this.#listener
      ? [
          ...everyOtherLine(picture, this.#listener.small),
          `scale=${this.#listener.small.width}:${this.#listener.small.height}:flags=area:out_range=full`,
          'format=yuv420p',
          // As a player shows it: what moves to the left is to be told so. It costs least when small.
          ...turnFilters(picture),
          // Before the trim: a frame behind the window tells that the one before it was the last.
          TELL_FRAME,
          `trim=end_pts=${this.#grid.endTicks(plan.covered[1])}[small]`,
        ]
      : [TELL_FRAME, 'nullsink'];
    const sound = this.#soundGraph();
    const sink = this.#listener?.text;
    const text = sink && [
      ...textSamples(this.#grid, picture, plan.covered),
      ...textFilters(picture, sink.size),
      TELL_TEXT,
    ];
    const pictures = [
      `[0:${picture.index}]${sameSize(picture)},${this.#grid.plausible(this.#source.probe.duration)},` +
        (text ? 'split=3[clock][frames][large]' : 'split=2[clock][frames]'),
      `[clock]${clock.join(',')}`,
      `[frames]${tile.join(',')}[tile]`,
      ...(text ? [`[large]${text.join(',')}[text]`] : []),
    ];
    return [pictures.join(';'), ...(sound === undefined ? [] : [sound])];
  }

  #soundGraph(): string | undefined {
    if (!this.#sound) return undefined;
    const { plan, probe } = this.#source;
    const { stream, mix } = this.#sound;
    const [start, end] = plan.covered.map((at) => this.#grid.fileSeconds(at).toFixed(6));
    return (
      `[0:${stream}]${mix}${printJumps(probe)},atrim=start=${start}:end=${end},` +
      `asetpts=PTS-(${start})/TB,aresample=${AUDIO_RATE}:async=1:first_pts=0,` +
      'aformat=sample_fmts=s16:channel_layouts=mono[sound]'
    );
  }

  /**
   * False when the frame shown at the second, or one that it needs, comes before the read begins.
   */
  startsInTime(second: number): Promise<boolean> {
    return this.#log.keyComesBefore((pts) => !this.#grid.shownBy(pts, second));
  }

  /**
   * True when sound is read, and ffmpeg ended before a single frame came: it may be the sound that
   * it does not take.
   */
  async endedAtOnce(): Promise<boolean> {
    if (!this.#sound || (await this.#log.frame(0)) !== undefined) return false;
    // Throws when the source was lost, and a kill has no code: neither is the sound's doing.
    await this.#log.ended;
    const { code } = await this.#tool.ended;
    return code !== null && code !== 0;
  }

  /** The tiles up to the end of the picture, which may come before the last that is wanted. */
  async *tiles(): AsyncGenerator<Tile> {
    const { plan } = this.#source;
    const listening = this.#listener
      ? [
          this.#smallFrames(this.#tool.pipe(4), this.#listener),
          ...(this.#sound ? [this.#soundOf(this.#tool.pipe(5), this.#listener)] : []),
          ...(this.#listener.text ? [this.#textOf(this.#listener.text)] : []),
        ]
      : [];
    // A listener that fails must not go unnoticed while tiles are still being taken.
    const failed = Promise.all(listening).catch((cause: unknown) => {
      this.#tool.kill();
      throw cause;
    });
    failed.catch(() => {});

    const [width, height] = plan.geometry.tile;
    let shown = 0;
    for await (const rgb of fixedFrames(this.#tool.pipe(3), width * height * 3)) {
      const frames = await this.#log.framesAtTile(this.#made);
      const second = tileSecond(plan, this.#wanted.first + this.#made);
      while (shown + 1 < frames && this.#grid.shownBy(this.#log.pts[shown + 1] ?? 0, second))
        shown++;
      const hole = holeBefore(this.#record(), shown + 1);
      const lost = hole !== undefined && second >= hole[0];
      yield { pts: this.#log.pts[shown] ?? 0, rgb, lost };
      this.#made++;
    }
    await failed;
    const { killedForMemory } = await this.#tool.ended;
    this.#source.signal.throwIfAborted();
    await this.#log.ended;
    if (killedForMemory) {
      const { codedWidth, codedHeight } = this.#source.picture;
      throw overMemory(MAX_RESIDENT_BYTES, `its picture of ${codedWidth} x ${codedHeight} pixels`);
    }
  }

  #record(): FrameRecord {
    const { pts, keys, faults, spoilt } = this.#log;
    const { picture, probe } = this.#source;
    const [frames, seconds] = picture.rate;
    return {
      seconds: (frame) => this.#grid.secondsOf(pts[frame] ?? 0),
      count: pts.length,
      isKey: (frame) => keys.has(frame),
      faults,
      spoilt,
      frameSeconds: seconds / frames,
      longestGap: longestGap(probe.format, picture),
      lastAt: picture.lastAt,
    };
  }

  #pictureEnd(): number {
    return this.#source.picture.end ?? this.#source.probe.duration;
  }

  /**
   * Whether a fault explains that no picture comes up to the second any more; known when all was
   * read.
   */
  async endsInHole(second: number): Promise<boolean> {
    await this.#log.ended;
    return holeAtEnd(this.#record(), Math.min(second, this.#pictureEnd())) !== undefined;
  }

  /** What of the covered window was lost, known when all was read. */
  async damage(): Promise<Damage> {
    await this.#log.ended;
    const { plan } = this.#source;
    const readOn = this.#listener !== undefined || this.#made < this.#wanted.count;
    const end = Math.min(plan.covered[1], this.#pictureEnd());
    const found = pictureDamage(this.#record(), plan.covered, readOn ? end : undefined);
    const picture = { ...found, pictureEnds: pictureEnds(this.#source) };
    if (!this.#sound) return { ...NO_DAMAGE, ...picture };
    const origin = this.#grid.fileSeconds(0);
    return { ...picture, ...this.#log.sound.end(plan.covered, origin, this.#heard / AUDIO_RATE) };
  }

  /** Presentation time of the last frame read, in ticks; undefined when none was. */
  async lastFrame(): Promise<number | undefined> {
    await this.#log.ended;
    return this.#log.pts.at(-1);
  }

  /** Hands on the small frames of the covered window, from the frame that is shown at its start. */
  async #smallFrames(pipe: Readable, listener: Listener): Promise<void> {
    const [start] = this.#source.plan.covered;
    const { bytes } = listener.small;
    const held = Buffer.alloc(bytes);
    let heldPts: number | undefined;
    let i = 0;
    for await (const planes of fixedFrames(pipe, bytes)) {
      const pts = (await this.#log.frame(i++)) ?? 0;
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
    let i = 0;
    for await (const planes of fixedFrames(this.#tool.pipe(TEXT_PIPE), text.size.bytes)) {
      const pts = (await this.#log.textPicture(i++)) ?? 0;
      await text.see(this.#grid.secondsOf(pts), planes);
    }
  }

  async #soundOf(pipe: Readable, listener: Listener): Promise<void> {
    const [start] = this.#source.plan.covered;
    for await (const bytes of fixedFrames(pipe, 2 * AUDIO_CHUNK)) {
      listener.audio(
        new Int16Array(bytes.buffer, bytes.byteOffset, AUDIO_CHUNK),
        start + this.#heard / AUDIO_RATE,
      );
      this.#heard += AUDIO_CHUNK;
    }
  }

  kill(): void {
    this.#tool.kill();
  }
}
