const MB = 1024 ** 2;
/** Of the first part, where nothing else is said. */
export const FIRST_PART_BYTES = 64 * MB;
/** The store takes 5 GB at most in one part. */
const MOST_BYTES = 2048 * MB;

/**
 * Bytes of a part of a file whose length nobody knows, by its number from 1 on. Parts grow: a small
 * file needs few addresses, a large one few too, and no part fills a disk.
 */
export const partBytes = (number: number, firstBytes = FIRST_PART_BYTES): number =>
  Math.min(firstBytes * 2 ** (number - 1), MOST_BYTES);

/** How many parts hold a file of so many bytes. */
export function partsFor(bytes: number, firstBytes = FIRST_PART_BYTES): number {
  let parts = 0;
  for (let left = bytes; left > 0; left -= partBytes(parts, firstBytes)) parts += 1;
  return parts;
}
