import { rawBytes } from '../ffmpeg/raw-bytes.ts';
import type { OpenedFile } from './picture-times.ts';

/** What a page of Ogg begins with: its sign and version (RFC 3533, 6). */
const SIGN = Buffer.from('OggS\0', 'latin1');
const HEADER_BYTES = 27;
const [POSITION_AT, SERIAL_AT] = [6, 14];
/** Position of a page on which no packet ends. */
const NONE = -1n;
const MOST_SEGMENTS = 255;
const LONGEST_SEGMENT = 255;
const LONGEST_PAGE_BYTES = HEADER_BYTES + MOST_SEGMENTS * (1 + LONGEST_SEGMENT);
/** A file of no more is looked at as a whole. */
const WHOLE_BYTES = 4 * LONGEST_PAGE_BYTES;
/** Where in a longer one its pages are looked at before its end, as shares of its bytes. */
const PLACES = [1 / 4, 1 / 2, 3 / 4];

const NO_BYTES = Buffer.alloc(0);

/** What the pages of an Ogg tell, of which FFmpeg says nothing. */
export interface OggPages {
  /** Whether it ends within a page: it states no length, and FFmpeg ends at the last whole page. */
  readonly isTorn: boolean;
  /**
   * Whether positions of a stream step back, as where a file was put behind itself. FFmpeg ends where
   * streams of their own follow, but goes on in one of the same number.
   */
  readonly beginsAgain: boolean;
}

/** @returns undefined for files of other kinds */
export async function oggPages(file: OpenedFile): Promise<OggPages | undefined> {
  const { format } = file.description;
  const size = Number(format.size);
  if (format.format_name !== 'ogg' || !size) return undefined;
  const places = size <= WHOLE_BYTES ? [0] : [...shares(size), size - LONGEST_PAGE_BYTES];
  const looked = await Promise.all(places.map((place) => bytesFrom(file, place)));
  // The next place may begin before a page would end.
  const apart = looked.map((bytes, i) =>
    bytes.subarray(0, (places[i + 1] ?? size) - (places[i] ?? 0)),
  );
  return { isTorn: isTorn(looked.at(-1) ?? NO_BYTES), beginsAgain: stepsBack(apart) };
}

const shares = (size: number): number[] => PLACES.map((place) => Math.floor(size * place));

/** Enough of a file to hold a page. */
const bytesFrom = ({ binaries, input, signal }: OpenedFile, place: number): Promise<Buffer> =>
  rawBytes(binaries, input, { place, most: WHOLE_BYTES }, signal);

/** Whether the last page of some bytes is longer than they are. */
function isTorn(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(SIGN);
  if (at < 0) return false;
  const page = bytes.subarray(at);
  const segments = page[HEADER_BYTES - 1];
  if (segments === undefined) return true;
  const table = page.subarray(HEADER_BYTES, HEADER_BYTES + segments);
  const content = table.reduce((sum, length) => sum + length, 0);
  return page.length < HEADER_BYTES + segments + content;
}

/** @param places bytes of a file, one behind the other */
function stepsBack(places: readonly Buffer[]): boolean {
  const streams = new Map<number, bigint[]>();
  for (const bytes of places) {
    for (let at = bytes.indexOf(SIGN); at >= 0; at = bytes.indexOf(SIGN, at + 1)) {
      if (at + HEADER_BYTES > bytes.length) break;
      const position = bytes.readBigInt64LE(at + POSITION_AT);
      if (position === NONE) continue;
      const serial = bytes.readUInt32LE(at + SERIAL_AT);
      const positions = streams.get(serial) ?? [];
      positions.push(position);
      streams.set(serial, positions);
    }
  }
  return [...streams.values()].some((positions) => positions.some(isBack));
}

/** One damaged page is no step: two in a row lie before each of the two that come before them. */
function isBack(position: bigint, at: number, positions: readonly bigint[]): boolean {
  const [next, last, other] = [positions[at + 1], positions[at - 1], positions[at - 2]];
  if (next === undefined || last === undefined || other === undefined) return false;
  return [position, next].every((one) => one < last && one < other);
}
