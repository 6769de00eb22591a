/** A page may begin with a mark of its encoding, and with blanks. */
const PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b/i;

const UNPACKED = 'send the video itself, unpacked';

/** What files begin with that are often sent in the place of a video. */
const BEGINNINGS: readonly (readonly [string | RegExp, string])[] = [
  ['PK\x03\x04', `it looks like a ZIP archive, or a document that is one; ${UNPACKED}`],
  ['Rar!\x1a\x07', `it looks like a RAR archive; ${UNPACKED}`],
  ['7z\xbc\xaf\x27\x1c', `it looks like a 7z archive; ${UNPACKED}`],
  ['\x1f\x8b', `it looks packed (gzip); ${UNPACKED}`],
  ['BZh', `it looks packed (bzip2); ${UNPACKED}`],
  ['\xfd7zXZ\0', `it looks packed (xz); ${UNPACKED}`],
  ['\x28\xb5\x2f\xfd', `it looks packed (zstd); ${UNPACKED}`],
  ['%PDF-', 'it looks like a PDF document'],
  [PAGE, 'it looks like a web page (HTML), as a site sends in the place of a file'],
  ['MZ', 'it looks like a program'],
  ['\x7fELF', 'it looks like a program'],
];

/** Enough to tell. */
export const FIRST_BYTES = 512;

/** What a file that is no video looks like by its first bytes; most tell nothing. */
export function looksLike(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, FIRST_BYTES);
  return BEGINNINGS.find(([sign]) =>
    typeof sign === 'string' ? text.startsWith(sign) : sign.test(text),
  )?.[1];
}
