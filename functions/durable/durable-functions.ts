import type { CalledFunction, DurableFunctionShape } from './shapes.ts';

/** Has a long read decoded in segments, and hands its job back to the workers. */
export const longRead: DurableFunctionShape = {
  name: 'long-read',
  timeoutSeconds: 300,
  executionSeconds: 24 * 3600,
  retentionDays: 3,
  concurrency: 50,
  runtime: 'node',
};

/** Has a long window listened to, and hands its job back to the workers. */
export const transcript: DurableFunctionShape = {
  name: 'transcript',
  timeoutSeconds: 300,
  executionSeconds: 24 * 3600,
  retentionDays: 3,
  concurrency: 25,
  runtime: 'node',
};

/** Decodes one segment, of bytes that nobody vouches for. */
export const decode: CalledFunction = {
  name: 'decode',
  timeoutSeconds: 900,
  concurrency: 436,
  runtime: 'media',
};

/**
 * Takes the sound out of a long read, waiting for the store most of its time; the folder of
 * `decode` answers.
 */
export const decodeSound: CalledFunction = {
  name: 'decode-sound',
  timeoutSeconds: 900,
  concurrency: 64,
  runtime: 'media',
};

/** Does the same while somebody waits, on all cores; the folder of `decode` answers. */
export const decodeNow: CalledFunction = {
  name: 'decode-now',
  timeoutSeconds: 900,
  concurrency: 100,
  runtime: 'media',
};

/** Follows links, for workers that wait: as many at once as may read. */
export const fetchLinks: CalledFunction = {
  name: 'fetch',
  timeoutSeconds: 900,
  concurrency: 50,
  runtime: 'media',
};
