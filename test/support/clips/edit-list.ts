/** How long an edit is, and with which second of the track it begins; null where it has nothing. */
export type Edit = readonly [seconds: number, from: number | null];

const HEADER = 4;
/** Where the ticks of a second are told in the headers of a movie and of a track's media. */
const SCALE = HEADER + 12;
/** Behind the name of the list: version and flags, and the number of its edits. */
const FIRST_EDIT = HEADER + 8;
const EDIT_BYTES = 12;
const NOTHING = -1;
const AT_ITS_RATE = 0x1_0000;

/**
 * Gives the first track of an mp4 other edits than the one that it has (ISO/IEC 14496-12, 8.6.6).
 * Its index lies behind its pictures, so that places of these stay.
 */
export function edited(mp4: Buffer, edits: readonly Edit[]): Buffer {
  const movie = mp4.lastIndexOf('moov');
  const names = ['trak', 'edts', 'elst'].map((name) => mp4.indexOf(name, movie));
  const list = names.at(-1) ?? 0;
  const [movieScale, trackScale] = ['mvhd', 'mdhd'].map((name) =>
    mp4.readUInt32BE(mp4.indexOf(name, movie) + SCALE),
  ) as [number, number];
  const first = list + FIRST_EDIT;
  const zero = mp4.readInt32BE(first + 4);

  const written = Buffer.concat(
    edits.map(([seconds, from]) => {
      const edit = Buffer.alloc(EDIT_BYTES);
      edit.writeUInt32BE(Math.round(seconds * movieScale));
      edit.writeInt32BE(from === null ? NOTHING : zero + Math.round(from * trackScale), 4);
      edit.writeUInt32BE(AT_ITS_RATE, 8);
      return edit;
    }),
  );
  const larger = Buffer.from(mp4);
  for (const name of [movie, ...names]) {
    const size = mp4.readUInt32BE(name - HEADER) + written.length - EDIT_BYTES;
    larger.writeUInt32BE(size, name - HEADER);
  }
  larger.writeUInt32BE(edits.length, first - 4);
  return Buffer.concat([larger.subarray(0, first), written, larger.subarray(first + EDIT_BYTES)]);
}
