import { z } from 'zod';
import { ApiError } from '../../domain/errors.ts';
import { MOST_WAIT_SECONDS } from '../../domain/retry-after.ts';
import { Probe } from '../../domain/sources/probe.ts';

// What a decoder without rights may answer: the file that it reads may have made it up.

const MOST_CHARACTERS = 2_000;
/** Of a refusal with its advice: it is kept in the row of a job. */
const MOST_REFUSED_CHARACTERS = 10_000;
/** The store takes no more in one. */
const MOST_PUT_BYTES = 5 * 1024 ** 3;

/** A decoder refuses files that it cannot read, and has no word in anything else. */
const refusedAs = (...types: ApiError['type'][]) =>
  z.strictObject({
    refused: ApiError.extend({
      type: z.enum(types),
      message: z.string().max(MOST_CHARACTERS),
    }).refine((error) => JSON.stringify(error).length <= MOST_REFUSED_CHARACTERS),
  });
export const RefusedFile = refusedAs('no_video_stream');
export const RefusedRemote = refusedAs('no_video_stream', 'source_unavailable');
/** Of a site, it is also told when to ask again. */
export const RefusedLink = RefusedRemote.extend({
  retryAfterSeconds: z.number().min(0).max(MOST_WAIT_SECONDS).optional(),
});

export const Probed = z.strictObject({ probe: Probe });

/** What is at a link; null where it can only be fetched as a whole. */
export const Opened = z.strictObject({
  opened: z
    .strictObject({
      probe: Probe,
      version: z.string().max(MOST_CHARACTERS),
      tag: z.string().max(MOST_CHARACTERS).nullable(),
    })
    .nullable(),
});

/** How many sheets of a read are drawn. */
export const ToldSheets = z.strictObject({ sheets: z.int().min(0) });

/** Why there is no copy, or what was put where the order says. */
export const Copied = z.union([
  z.strictObject({
    copied: z.strictObject({ probe: Probe, sizeBytes: z.int().min(1).max(MOST_PUT_BYTES) }),
  }),
  z.strictObject({ why: z.string().max(MOST_CHARACTERS) }),
]);
