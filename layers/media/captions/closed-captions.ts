/**
 * Two bytes for the caption decoder of a television set, and the second at which their picture is
 * shown.
 */
export interface CaptionPair {
  readonly seconds: number;
  readonly bytes: readonly [number, number];
}

/** ATSC A/53 part 4, 6.2.3: `GA94`, then 3 for captions. */
const CAPTIONS = Buffer.from([0x47, 0x41, 0x39, 0x34, 0x03]);
const [HAS_DATA, COUNT] = [0x40, 0x1f];
/** A triplet that counts, for field 1: the first caption channel. */
const [KIND, FIELD_1] = [0x07, 0x04];

/** Whether a picture's user data has room for captions, even when there are none at this moment. */
export const carriesCaptions = (userData: Buffer): boolean => userData.includes(CAPTIONS);

/** The CEA-608 bytes of field 1 in a picture's user data, without padding. */
export function pairsIn(userData: Buffer): [number, number][] {
  const pairs: [number, number][] = [];
  let at = userData.indexOf(CAPTIONS);
  while (at >= 0) {
    const flags = userData[at + CAPTIONS.length] ?? 0;
    const first = at + CAPTIONS.length + 2;
    const count = (flags & HAS_DATA) === 0 ? 0 : flags & COUNT;
    for (let triplet = 0; triplet < count; triplet++) {
      const [kind = 0, one = 0, two = 0] = userData.subarray(first + 3 * triplet);
      const filled = ((one | two) & 0x7f) !== 0;
      if ((kind & KIND) === FIELD_1 && filled) pairs.push([one, two]);
    }
    at = userData.indexOf(CAPTIONS, first);
  }
  return pairs;
}

/** Takes out the bytes that keep H.264 and HEVC data from looking like a start code. */
export function withoutEmulation(unit: Buffer): Buffer {
  const plain = Buffer.alloc(unit.length);
  let [length, zeros] = [0, 0];
  for (const byte of unit) {
    const emulation = zeros >= 2 && byte === 3;
    zeros = byte === 0 ? zeros + 1 : 0;
    if (!emulation) plain[length++] = byte;
  }
  return plain.subarray(0, length);
}

/** The demuxer takes a frame for this long, whatever the video's rate. */
const FRAME_MS = 33;

/** Writes pairs as a Scenarist file, which ffmpeg decodes. Times come out to 33 ms. */
export function toScc(pairs: readonly CaptionPair[]): string {
  const lines = ['Scenarist_SCC V1.0', ''];
  let before = '';
  for (const { seconds, bytes } of pairs.toSorted((a, b) => a.seconds - b.seconds)) {
    const time = timecode(Math.max(0, Math.round(seconds * 1000)));
    const word = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (time === before) lines[lines.length - 2] += ` ${word}`;
    else lines.push(`${time}\t${word}`, '');
    before = time;
  }
  return lines.join('\n');
}

function timecode(ms: number): string {
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60, (ms % 1000) / FRAME_MS];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
