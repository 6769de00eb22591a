import { type Probe, soundOrigin } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import { SOUND_RATE } from './recording.ts';
import { printJumps } from './sound-clock.ts';
import { type HeardSound, WITH_LOW_EFFECTS } from './sound-mix.ts';

/**
 * Samples with which the sound of each graph begins. Where sound changes its channels or its rate,
 * ffmpeg sets up the graph anew in the middle of the file, and tells nothing of it among its
 * samples. No sound has these 64 bytes by chance.
 */
const MARK_SAMPLES = 32;
const MARK = Buffer.alloc(2 * MARK_SAMPLES);
for (let n = 0; n < MARK_SAMPLES; n++)
  MARK.writeInt16LE(((n * 7919 + 13) % 65_521) - 32_760, 2 * n);
/** The same as an expression of ffmpeg. */
const MARK_SOURCE =
  `aevalsrc=(mod(n*7919+13\\,65521)-32760)/32768:s=${SOUND_RATE}:` +
  `d=${MARK_SAMPLES / SOUND_RATE}`;
const FORM = 'aformat=sample_fmts=s16:channel_layouts=mono';
/**
 * Of sound in its last form: ffmpeg holds the silence of a gap in memory whole, 250 MB for each
 * hour as it is here, and 3 GB of stereo at 48 kHz.
 */
const FILLED = 'aresample=async=1:first_pts=0';
/**
 * How far a read goes on behind its window, in seconds: decoders give some ms more than a file says
 * that it has, at which ffmpeg would end before a clock that steps back there.
 */
const READ_ON_SECONDS = 0.1;

/**
 * A graph that gives the sound of a window as samples of 16 bits of one channel, at `SOUND_RATE`,
 * as `[sound]`. Late beginnings and gaps become silence, so that samples tell the time; it is to be
 * taken through `SoundOfGraphs`.
 */
export function soundGraph(probe: Probe, window: Window, { stream, mix }: HeardSound): string {
  const origin = soundOrigin(probe);
  const [start, end, past] = [...window, window[1] + READ_ON_SECONDS].map((at) =>
    (origin + at).toFixed(6),
  );
  return (
    `[0:${stream}]${mix}${printJumps(probe)},atrim=end=${past},aselect='not(gte(t\\,${end}))',` +
    `atrim=start=${start}:end=${end},` +
    `asetpts=PTS-(${start})/TB,aresample=${SOUND_RATE}:${WITH_LOW_EFFECTS},${FORM},` +
    `${FILLED}[heard];${MARK_SOURCE},${FORM}[mark];[mark][heard]concat=v=0:a=1[sound]`
  );
}

/**
 * The sound of all graphs that ffmpeg sets up for a file, one behind the other. Each begins at the
 * window's start, with silence up to its first sound: of that as much is left out as there was
 * before, so that samples go on telling the time.
 */
export class SoundOfGraphs {
  #bytes = 0;
  #graphs = 0;
  /** How many of the present graph are still to be left out. */
  #over = 0;
  /** Seconds of the window at which graphs ended that others followed. */
  readonly ends: number[] = [];

  async *of(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    /** The end of what came, which a mark may begin in. */
    let kept: Buffer = Buffer.alloc(0);
    for await (const piece of pieces) {
      let rest = kept.length > 0 ? Buffer.concat([kept, piece]) : piece;
      for (let at = rest.indexOf(MARK); at >= 0; at = rest.indexOf(MARK)) {
        yield* this.#given(rest.subarray(0, at));
        rest = rest.subarray(at + MARK.length);
        this.#begun();
      }
      const end = Math.max(0, rest.length - MARK.length + 1);
      yield* this.#given(rest.subarray(0, end));
      kept = Buffer.from(rest.subarray(end));
    }
    yield* this.#given(kept);
  }

  #begun(): void {
    if (this.#graphs++ > 0) this.ends.push(this.#bytes / 2 / SOUND_RATE);
    this.#over = this.#bytes;
  }

  *#given(bytes: Buffer): Generator<Buffer> {
    const left = bytes.subarray(Math.min(this.#over, bytes.length));
    this.#over -= bytes.length - left.length;
    this.#bytes += left.length;
    if (left.length > 0) yield left;
  }
}
