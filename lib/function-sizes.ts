/** Memory, which brings a share of the cores with it, and /tmp of the functions of a kind. */
export interface FunctionSize {
  readonly memoryMb: number;
  readonly architecture: 'x86_64' | 'arm64';
  /** Of /tmp, in GB (2^30 bytes). */
  readonly scratchGb: number;
}

/** Functions that are bundled by esbuild: nothing in them is native, and arm64 costs a fifth less. */
export const BUNDLED: FunctionSize = { memoryMb: 512, architecture: 'arm64', scratchGb: 0.5 };

/**
 * Functions of the image that holds ffmpeg, on x86_64, where its decoders have the most hand-written
 * code. A core is 1,769 MB, and decoding uses all four. A source of the largest plan that cannot be
 * read by range is held whole beside its working copy.
 */
export const MEDIA: FunctionSize = { memoryMb: 7076, architecture: 'x86_64', scratchGb: 10 };

/**
 * Functions that decode one segment among many: more than one core makes the whole dearer, since
 * each of them also starts, seeks and stores on one thread. A decoder may take 1 GB.
 */
export const DECODE: FunctionSize = { ...MEDIA, memoryMb: 1769 };

/**
 * The function that takes the sound out of a long read: it waits for all of the file, and two
 * fifths of a core are done when that is there.
 */
export const SOUND: FunctionSize = { ...MEDIA, memoryMb: 768 };

/** Functions that follow links: a downloader, or an ffmpeg that joins, may take 1 GB. */
export const FETCH: FunctionSize = { ...MEDIA, memoryMb: 1769 };

/** Workers that have others fetch and decode, and wait for them. */
export const WAITING: FunctionSize = { ...MEDIA, memoryMb: 1769 };

/** Workers that bring segments together: their busiest thread is five sixths of what they do. */
export const MERGING: FunctionSize = { ...MEDIA, memoryMb: 2123 };
