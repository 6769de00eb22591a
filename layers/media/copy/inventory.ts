import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { startTool, tailOf } from '../ffmpeg/process.ts';

/** What a container holds of one stream. */
export interface StreamInventory {
  /** All packets, with those that an edit list cuts away. */
  readonly packets: number;
  /** How many the container itself states; undefined where it states none. */
  readonly stated: number | undefined;
  /** Packets that hold more than the two bytes of an empty caption. */
  readonly filled: number;
  /** Packets that are shown but carry no presentation time. */
  readonly untimed: number;
  /** Presentation times of the packets that are shown, in ticks, ascending. */
  readonly times: Float64Array;
  /**
   * Seconds on the file's clock at which the first packet begins and the last one ends; NaN without
   * times.
   */
  readonly first: number;
  readonly end: number;
  /** Length of all packets together and of the longest one, in seconds. */
  readonly total: number;
  readonly longest: number;
}

export interface Inventory {
  /** Length of the file in bytes, as its store tells it. */
  readonly bytes: number;
  /** Where the last packet ends, in bytes from the file's beginning; 0 where no packet tells. */
  readonly farthest: number;
  /** By the stream's index. */
  readonly streams: ReadonlyMap<number, StreamInventory>;
}

const EMPTY_CAPTION_BYTES = 2;
const ENTRIES = [
  'packet=stream_index,pts,pts_time,duration_time,size,pos,flags',
  'stream=index,nb_frames',
  'format=size',
].join(':');

/**
 * Lists the packets of a file without decoding any.
 * @param from second on the file's clock from which on it is listed; all of it unless said
 */
export async function inventoryOf(
  binaries: Binaries,
  input: string,
  signal: AbortSignal,
  from?: number,
): Promise<Inventory> {
  const args = [
    '-v',
    TELLS_OF_LOSS,
    ...guards(input, binaries),
    ...(from === undefined ? [] : ['-read_intervals', `${Math.max(0, from).toFixed(3)}%`]),
    '-show_entries',
    ENTRIES,
    '-of',
    'compact',
    inputName(input, binaries),
  ];
  const tool = startTool(binaries.ffprobe, args, { pipes: 2, signal, proxy: binaries.proxy });
  const messages = tailOf(tool);
  messages.catch(() => undefined);
  const streams = new Map<number, StreamCount>();
  const countOf = (index: number) => {
    const count = streams.get(index) ?? new StreamCount();
    streams.set(index, count);
    return count;
  };
  let [bytes, farthest] = [0, 0];
  for await (const line of lines(tool.pipe(1))) {
    const [section, told] = parsed(line);
    if (section === 'packet') {
      const packet = {
        pts: numberIn(told.get('pts')),
        start: numberIn(told.get('pts_time')),
        length: numberIn(told.get('duration_time')) || 0,
        bytes: numberIn(told.get('size')),
        isCutAway: told.get('flags')?.includes('D') ?? false,
      };
      countOf(numberIn(told.get('stream_index'))).add(packet);
      const end = numberIn(told.get('pos')) + packet.bytes;
      if (end > farthest) farthest = end;
    } else if (section === 'stream') {
      const stated = numberIn(told.get('nb_frames'));
      if (stated > 0) countOf(numberIn(told.get('index'))).stated = stated;
    } else if (section === 'format') bytes = numberIn(told.get('size'));
  }
  await Promise.all([messages, tool.ended]);
  signal.throwIfAborted();
  return {
    bytes,
    farthest,
    streams: new Map([...streams].map(([index, count]) => [index, count.inventory()])),
  };
}

/** A line of a section's name and `name=value` parts. */
function parsed(line: string): [section: string, told: ReadonlyMap<string, string>] {
  const [section = '', ...parts] = line.split('|');
  const told = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals > 0) told.set(part.slice(0, equals), part.slice(equals + 1));
  }
  return [section, told];
}

/** NaN for what ffprobe calls N/A or leaves out. */
const numberIn = (text: string | undefined): number => Number.parseFloat(text ?? '');

interface Packet {
  readonly pts: number;
  /** Seconds. */
  readonly start: number;
  readonly length: number;
  readonly bytes: number;
  /** An edit list has it decoded but never shown. */
  readonly isCutAway: boolean;
}

class StreamCount {
  stated: number | undefined;
  readonly #times: number[] = [];
  #packets = 0;
  #filled = 0;
  #untimed = 0;
  #first = Number.NaN;
  #end = Number.NaN;
  #total = 0;
  #longest = 0;

  add({ pts, start, length, bytes, isCutAway }: Packet): void {
    this.#packets++;
    if (bytes > EMPTY_CAPTION_BYTES) this.#filled++;
    if (isCutAway) return;
    if (Number.isNaN(pts)) {
      this.#untimed++;
      return;
    }
    this.#times.push(pts);
    if (!(start >= this.#first)) this.#first = start;
    if (!(start + length <= this.#end)) this.#end = start + length;
    this.#total += length;
    this.#longest = Math.max(this.#longest, length);
  }

  inventory(): StreamInventory {
    return {
      packets: this.#packets,
      stated: this.stated,
      filled: this.#filled,
      untimed: this.#untimed,
      times: Float64Array.from(this.#times).sort(),
      first: this.#first,
      end: this.#end,
      total: this.#total,
      longest: this.#longest,
    };
  }
}
