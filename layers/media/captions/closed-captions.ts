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
/** Of a triplet: whether it counts, and what it is for. */
const [KIND, FIELD_1, FIELD_2, DTVCC_START] = [0x07, 0x04, 0x05, 0x07];
/**
 * What discs (DVD-Video) have in its place: `CC`, then 1 and 0xf8. Before each group of pictures it
 * holds the bytes of all of them, of both fields in turn.
 */
const ON_DISC = Buffer.from([0x43, 0x43, 0x01, 0xf8]);
/** Of the byte behind it: whether one more block comes, and how many pictures have two. */
const [ONE_MORE, PICTURES, PICTURES_AT] = [0x01, 0x1f, 1];
const [DISC_FIELD_1, DISC_FIELD_2] = [0xff, 0xfe];
/** What a picture lasts where captions are put into it (29.97 a second). */
const PICTURE_SECONDS = 1001 / 30_000;
/** Odd parity takes the highest bit. */
const PLAIN = 0x7f;

/** Whether a picture's user data has room for captions, even when there are none at this moment. */
export const carriesCaptions = (userData: Buffer): boolean =>
  userData.includes(CAPTIONS) || userData.includes(ON_DISC);

/** The CEA-608 bytes of field 1 in a picture's user data, without padding, in seconds from it. */
export const pairsIn = (userData: Buffer): CaptionPair[] =>
  [...tripletsIn(userData), ...blocksIn(userData)].flatMap(([kind, one, two, picture = 0]) =>
    kind === FIELD_1 && ((one | two) & PLAIN) !== 0
      ? [{ seconds: picture * PICTURE_SECONDS, bytes: [one, two] }]
      : [],
  );

/** Captions in a picture's user data that `pairsIn` does not tell, by their name. */
export const unreadIn = (userData: Buffer): string | undefined =>
  [...tripletsIn(userData), ...blocksIn(userData)]
    .map(([kind, one, two]) => {
      if (kind === DTVCC_START && startsService(two)) return 'CEA-708';
      return kind === FIELD_2 && controlsField2(one, two) ? 'CEA-608, field 2' : undefined;
    })
    .find((name) => name !== undefined);

/** Header of the first block of a packet (CEA-708, 6.2): a service, and how many bytes are its. */
const startsService = (header: number): boolean => header >> 5 > 0 && (header & 0x1f) > 0;

/** Beside captions field 2 tells of the programme (XDS), whose control codes are below 0x10. */
const controlsField2 = (one: number, two: number): boolean =>
  (one & 0x77) === 0x15 && (two & 0x70) === 0x20;

/** A kind, its two bytes, and for how many pictures later they are. */
type Triplet = [kind: number, one: number, two: number, picture?: number];

/** What counts in a picture's user data. */
function tripletsIn(userData: Buffer): Triplet[] {
  const triplets: Triplet[] = [];
  let at = userData.indexOf(CAPTIONS);
  while (at >= 0) {
    const flags = userData[at + CAPTIONS.length] ?? 0;
    const first = at + CAPTIONS.length + 2;
    const count = (flags & HAS_DATA) === 0 ? 0 : flags & COUNT;
    for (let triplet = 0; triplet < count; triplet++) {
      const [kind = 0, one = 0, two = 0] = userData.subarray(first + 3 * triplet);
      triplets.push([kind & KIND, one, two]);
    }
    at = userData.indexOf(CAPTIONS, first);
  }
  return triplets;
}

/** What a disc has for a group of pictures. */
function blocksIn(userData: Buffer): Triplet[] {
  const blocks: Triplet[] = [];
  for (let at = userData.indexOf(ON_DISC); at >= 0; at = userData.indexOf(ON_DISC, at + 1)) {
    const flags = userData[at + ON_DISC.length] ?? 0;
    const count = 2 * ((flags >> PICTURES_AT) & PICTURES) + (flags & ONE_MORE);
    for (let block = 0; block < count; block++) {
      const [field = 0, one = 0, two = 0] = userData.subarray(at + ON_DISC.length + 1 + 3 * block);
      if (field < DISC_FIELD_2) break;
      const kind = field === DISC_FIELD_1 ? FIELD_1 : FIELD_2;
      blocks.push([kind, one, two, block >> 1]);
    }
  }
  return blocks;
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

/**
 * Of two channels that share a field, the first one, unless it writes nothing. A control code names
 * its channel, and what is written belongs to that of the last one (CEA-608, 8.4).
 * @param pairs in the order in which they are shown
 */
function ofOneChannel(pairs: readonly CaptionPair[]): readonly CaptionPair[] {
  const first: CaptionPair[] = [];
  let [isFirst, writes] = [true, false];
  for (const pair of pairs) {
    const code = pair.bytes[0] & PLAIN;
    const isControl = code >= 0x10 && code < 0x20;
    if (isControl) isFirst = code < 0x18;
    if (!isFirst) continue;
    first.push(pair);
    writes ||= !isControl;
  }
  return writes ? first : pairs;
}

/** The demuxer takes a frame for this long, whatever the video's rate. */
const FRAME_MS = 33;

/**
 * Writes pairs of one channel as a Scenarist file, which ffmpeg decodes: it keeps channels apart no
 * more than the bytes are. Times come out to 33 ms.
 */
export function toScc(pairs: readonly CaptionPair[]): string {
  const lines = ['Scenarist_SCC V1.0', ''];
  let before = '';
  const shown = pairs.toSorted((a, b) => a.seconds - b.seconds);
  for (const { seconds, bytes } of ofOneChannel(shown)) {
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
