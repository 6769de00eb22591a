import { z } from 'zod';
import { ApiError } from '../errors.ts';

/**
 * An upload as it is kept: reserved before the first byte comes, settled once its video is known.
 */
export const UploadRecord = z.object({
  upload_id: z.string(),
  org_id: z.string(),
  /** The video that it becomes, unless its bytes are those of a video that is there already. */
  reserved_video_id: z.string(),
  source_key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  max_bytes: z.int().min(1),
  /** Sent straight into storage, so that nobody here sees the bytes arrive. */
  direct: z.boolean(),
  /** What the sender said the size is. */
  bytes: z.int().min(1).nullable(),
  /** What the sender said the SHA-256 is, in hex. */
  sha256: z.string().optional(),
  /** The storage's own name of a transfer in parts, and the size of its parts. */
  multipart: z.object({ id: z.string(), part_size: z.int().min(1) }).nullable(),
  /** The nonce of the ticket by which it was made. */
  ticket: z.string().nullable(),
  /** Who is told what became of it. */
  webhook_url: z.string().optional(),
  created_at: z.iso.datetime(),
  /** Set when it is settled. */
  video_id: z.string().optional(),
  received_bytes: z.int().min(1).optional(),
  /** Why it will never be a video. */
  refusal: ApiError.optional(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

/** An upload whose bytes are known. */
export type SettledUpload = UploadRecord & {
  readonly received_bytes: number;
  /** When it became a video. */
  readonly settled_at: string;
};
