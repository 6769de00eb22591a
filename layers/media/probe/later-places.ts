import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { TELLING_DECODE } from '../read/faults.ts';

/** Where in a file its clock is looked at, as shares of its bytes. */
const PLACES = [1 / 4, 1 / 2, 3 / 4, 15 / 16];
/** In so many bytes of a transport or program stream there are packets with a time. */
const LOOKED_AT_BYTES = 300_000;
/** Fewer have one look for all of them. */
const LEAST_BYTES = 4 * 188 * 100;
/** Streams lie beside each other out of step, in seconds. */
const SLACK_SECONDS = 1;
/** The clock of both has 33 bits, in seconds of its 90 kHz (ISO/IEC 13818-1). */
export const CLOCK_SECONDS = 2 ** 33 / 90_000;
const MAX_BYTES = 10_000;
/** What ffmpeg says of each input that it has opened: that it has, then with which second it begins. */
const OPENED = /^\[info\] Input #\d+, /;
const BEGINS = /^\[info\] {3}Duration: .*, start: (-?\d+\.\d+)/;
/** A picture whose codec is told by the table of a transport stream: with the number of its type. */
const PICTURE = /^\[info\] +Stream #\d+:\d+\[(0x[\da-f]+)\][^:]*: Video: (\w+) .*\/ (0x[\dA-F]+)\)/;

/** Its number, and the shape of its pixels. */
const ASPECT = /^\[info\] +Stream #\d+:\d+\[(0x[\da-f]+)\][^:]*: Video: .* \[SAR (\d+:\d+) DAR /;

/** What is told of the file behind some bytes. */
interface Place {
  /** The first second there; undefined where none is told. */
  readonly second: number | undefined;
  /** Of transport streams. */
  readonly pictures: readonly ListedPicture[];
  /** Shapes of pixels, by the numbers of their pictures. */
  readonly aspects: ReadonlyMap<string, string>;
}

/** A picture stream that a transport stream lists. */
interface ListedPicture {
  /** Number of its packets, as ffmpeg prints it. */
  readonly id: string;
  readonly codec: string;
  /** Number of its type, in lower case. */
  readonly tag: string;
}

/** What later places of a file tell that its beginning does not. */
export interface Later {
  /** Whether the clock is earlier there, as where files were put one behind the other. */
  readonly restarts: boolean;
  readonly places: readonly Place[];
}

export const NOTHING_LATER: Later = { restarts: false, places: [] };

/**
 * Looks at later places of a transport or program stream. A clock that has run full goes on.
 * @param start second with which it begins
 * @param bytes of the whole
 */
export async function lookLater(
  binaries: Binaries,
  input: string,
  { start, bytes }: { readonly start: number; readonly bytes: number },
  signal: AbortSignal,
): Promise<Later> {
  if (bytes < LEAST_BYTES) return NOTHING_LATER;
  const offsets = PLACES.map((place) => Math.floor(bytes * place));
  const places = await placesAt(binaries, input, offsets, signal);
  const clockBehind = (offset: number) => clockAt(binaries, input, offset, signal);
  return { restarts: await clockRestarts(start, places, offsets, clockBehind), places };
}

async function clockRestarts(
  start: number,
  places: readonly Place[],
  offsets: readonly number[],
  clockBehind: (offset: number) => Promise<number | undefined>,
): Promise<boolean> {
  let latest = start;
  for (const [at, offset] of offsets.entries()) {
    const place = places[at];
    const second = place ? place.second : await clockBehind(offset);
    if (second === undefined) continue;
    const back = latest - second;
    if (back > SLACK_SECONDS && back < CLOCK_SECONDS / 2) {
      const begun = await clockBehind(offset);
      if (begun !== undefined && latest - begun > SLACK_SECONDS) return true;
      // What is told of all streams is that of the earliest; a stream goes on here.
      continue;
    }
    latest = second;
  }
  return false;
}

/**
 * The places behind each of some bytes, as one process tells them. It ends at one that it cannot
 * open, and those from there on are missing.
 */
async function placesAt(
  binaries: Binaries,
  input: string,
  offsets: readonly number[],
  signal: AbortSignal,
): Promise<Place[]> {
  const places: {
    second: number | undefined;
    pictures: ListedPicture[];
    aspects: Map<string, string>;
  }[] = [];
  const inputs = offsets.flatMap((offset) => [
    ...lookingBehind(binaries, input, offset),
    ...['-i', inputName(input, binaries)],
  ]);
  // It is told to write nothing, and ends when it has said what its inputs are.
  await runTool(binaries.ffmpeg, [...TELLING_DECODE, ...inputs], {
    signal,
    maxBytes: MAX_BYTES,
    proxy: binaries.proxy,
    hear: (line) => {
      if (OPENED.test(line)) places.push({ second: undefined, pictures: [], aspects: new Map() });
      const place = places.at(-1);
      if (!place) return;
      const second = Number.parseFloat(BEGINS.exec(line)?.[1] ?? '');
      if (Number.isFinite(second)) place.second = second;
      const [, id, codec, tag] = PICTURE.exec(line) ?? [];
      if (id && codec && tag) place.pictures.push({ id, codec, tag: tag.toLowerCase() });
      const [, shown, aspect] = ASPECT.exec(line) ?? [];
      if (shown && aspect) place.aspects.set(shown, aspect);
    },
  });
  return places;
}

/**
 * The second with which the latest of the streams goes on behind some bytes; undefined where none is
 * told. A stream may lie far behind the others: the last pictures of an encoder that kept them.
 */
async function clockAt(
  binaries: Binaries,
  input: string,
  offset: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { output } = await runTool(
    binaries.ffprobe,
    [
      '-v',
      TELLS_OF_LOSS,
      ...lookingBehind(binaries, input, offset),
      ...['-show_entries', 'stream=start_time', '-of', 'csv=p=0'],
      inputName(input, binaries),
    ],
    { signal, maxBytes: MAX_BYTES, proxy: binaries.proxy },
  );
  const seconds = output
    .toString('utf8')
    .split('\n')
    .map(Number.parseFloat)
    .filter(Number.isFinite);
  return seconds.length > 0 ? Math.max(...seconds) : undefined;
}

const lookingBehind = (binaries: Binaries, input: string, offset: number): string[] => [
  ...guards(input, binaries),
  ...['-probesize', String(LOOKED_AT_BYTES), '-analyzeduration', '0'],
  ...['-skip_initial_bytes', String(offset)],
];
