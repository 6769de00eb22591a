import { soundOrigin } from '../../domain/sources/probe.ts';
import { overMemory, overPause } from '../../domain/sources/undecodable.ts';
import { fixedFrames } from '../ffmpeg/pipes.ts';
import { MAX_RESIDENT_BYTES, type Tool } from '../ffmpeg/process.ts';
import { type Source, startDecode } from './decode.ts';
import { FrameLog } from './frame-log.ts';
import { PIPES, readGraphs, readOutputs, type Wanted } from './read-graphs.ts';
import { type Recording, SOUND_CHUNK, SOUND_RATE } from './recording.ts';
import { longPause, type SoundLog } from './sound-clock.ts';
import { SoundOfGraphs } from './sound-graph.ts';
import type { TimeGrid } from './time-grid.ts';

/**
 * How much sound is held until the first frame comes: half a minute. Where more comes first, there
 * is no frame near.
 */
const HELD_BYTES = 32 * SOUND_RATE * 2;

/** One decode of the source, from a second on, taken while it is made. */
export class LiveRecording implements Recording {
  /** Second on the file's clock that the decode was begun at; undefined for its beginning. */
  readonly seek: number | undefined;
  readonly times: FrameLog;
  readonly #source: Source;
  readonly #grid: TimeGrid;
  readonly #wanted: Wanted;
  readonly #tool: Tool;
  /** Sound that came before the first frame. */
  readonly #held: Buffer[] = [];
  readonly #graphs = new SoundOfGraphs();

  constructor(source: Source, wanted: Wanted, grid: TimeGrid, seek: number | undefined) {
    this.seek = seek;
    this.#source = source;
    this.#wanted = wanted;
    this.#grid = grid;
    const { small, sound, text } = wanted;
    this.#tool = startDecode(source, {
      seek,
      graphs: readGraphs({ ...source, grid }, wanted),
      outputs: readOutputs(wanted, source.binaries.passthrough),
      pipes: text ? PIPES.text : sound ? PIPES.sound : small ? PIPES.small : PIPES.tiles,
    });
    this.times = new FrameLog(this.#tool, source.picture, {
      // A transport stream has no index: a seek may come between two keyframes.
      beginsAnywhere: seek !== undefined && source.probe.format === 'mpegts',
    });
  }

  /**
   * False when the frame shown at the second, or one that it needs, comes before the read begins.
   * Undefined when the first frame does not tell: to see more of them, the read must be taken.
   */
  async startsInTime(second: number): Promise<boolean | undefined> {
    const first = await this.#firstFrame();
    if (typeof first !== 'number') return false;
    return this.times.keys.has(0) ? this.#grid.shownBy(first, second) : undefined;
  }

  /** True when ffmpeg ended by itself and with a fault before a single frame came. */
  async endedAtOnce(): Promise<boolean> {
    if ((await this.#firstFrame()) !== undefined) return false;
    // Throws when the source was lost, and a kill has no code: neither is the file's doing.
    await this.times.ended;
    const { code } = await this.#tool.ended;
    return code !== null && code !== 0;
  }

  /**
   * Time of the first frame, undefined when there is none, `far` when much sound comes before it.
   * What nobody takes would keep ffmpeg from coming to the frame, so sound is held meanwhile.
   */
  async #firstFrame(): Promise<number | undefined | 'far'> {
    if (!this.#wanted.sound) return this.times.frame(0);
    const pipe = this.#tool.pipe(PIPES.sound);
    let bytes = 0;
    let hold = () => {};
    const full = new Promise<'far'>((resolve) => {
      hold = () => {
        while (bytes < HELD_BYTES) {
          const piece: Buffer | null = pipe.read();
          if (piece === null) return;
          this.#held.push(piece);
          bytes += piece.length;
        }
        resolve('far');
      };
    });
    pipe.on('readable', hold);
    try {
      return await Promise.race([this.times.frame(0), full]);
    } finally {
      pipe.off('readable', hold);
    }
  }

  /** All bytes of the sound, those that were held first. */
  async *#soundBytes(): AsyncGenerator<Buffer> {
    yield* this.#held;
    const pipe = this.#tool.pipe(PIPES.sound);
    if (!pipe.readableEnded) yield* pipe;
  }

  tiles(): AsyncIterable<Buffer> {
    const [width, height] = this.#source.plan.geometry.tile;
    return fixedFrames(this.#tool.pipe(PIPES.tiles), width * height * 3);
  }

  small(): AsyncIterable<Buffer> {
    return fixedFrames(this.#tool.pipe(PIPES.small), this.#wanted.small?.bytes ?? 0);
  }

  text(): AsyncIterable<Buffer> {
    return fixedFrames(this.#tool.pipe(PIPES.text), this.#wanted.text?.bytes ?? 0);
  }

  async *sound(): AsyncGenerator<Buffer> {
    if (this.#wanted.sound) {
      yield* fixedFrames(this.#graphs.of(this.#soundBytes()), SOUND_CHUNK, true);
    }
  }

  hasSound(): Promise<boolean> {
    return Promise.resolve(this.#wanted.sound !== undefined);
  }

  async soundLog(): Promise<SoundLog> {
    await this.times.ended;
    const { plan, probe } = this.#source;
    const start = soundOrigin(probe) + plan.covered[0];
    return this.times.sound.log(this.#graphs.ends.map((second) => start + second));
  }

  async end(): Promise<void> {
    const { killedForMemory } = await this.#tool.ended;
    this.#source.signal.throwIfAborted();
    await this.times.ended;
    if (killedForMemory) {
      const { plan, probe } = this.#source;
      const pause = longPause(await this.soundLog(), plan.covered, soundOrigin(probe));
      if (pause) throw overPause(MAX_RESIDENT_BYTES, pause);
      const { codedWidth, codedHeight } = this.#source.picture;
      throw overMemory(MAX_RESIDENT_BYTES, `its picture of ${codedWidth} x ${codedHeight} pixels`);
    }
  }

  close(): void {
    this.#tool.kill();
  }
}
