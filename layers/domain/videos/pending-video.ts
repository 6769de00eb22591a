import { z } from 'zod';
import { PLATFORMS } from './video.ts';

/**
 * A video whose link was accepted and is not fetched yet. It holds the id and the version of the
 * video that it becomes, so jobs and erasure treat both alike.
 */
export const PendingVideo = z.object({
  video_id: z.string(),
  org_id: z.string(),
  version: z.string(),
  pending: z.literal(true),
  platform: z.enum(PLATFORMS).exclude(['upload']),
  link: z.object({
    url: z.string(),
    /** The address that all links to the same video share, and its digest. */
    canonical: z.string(),
    digest: z.string(),
  }),
  created_at: z.iso.datetime(),
});
export type PendingVideo = z.infer<typeof PendingVideo>;

/** A video to be stored as pending, unless its link has another one than was seen. */
export interface Reservation {
  readonly video: PendingVideo;
  readonly replaces: string | undefined;
}
