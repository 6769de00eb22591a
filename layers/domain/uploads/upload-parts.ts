const MIB = 1024 ** 2;
const SMALLEST_PART_BYTES = 16 * MIB;
/** Keeps the answer with all addresses within what a gateway passes on; storage allows 10,000. */
export const MOST_PARTS = 1000;

/** Size of every part but the last, in bytes, for a file of some bytes: whole mebibytes. */
export const uploadPartBytes = (fileBytes: number): number =>
  Math.max(SMALLEST_PART_BYTES, Math.ceil(fileBytes / MOST_PARTS / MIB) * MIB);

/** Sizes of the parts of a file, in order. */
export const partSizes = (fileBytes: number, partSize: number): number[] =>
  Array.from({ length: Math.ceil(fileBytes / partSize) }, (_, at) =>
    Math.min(partSize, fileBytes - at * partSize),
  );
