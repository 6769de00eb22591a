import { z } from 'zod';
import { limitedTo } from '../characters.ts';
import { id } from '../ids.ts';
import { Video } from '../videos/video.ts';
import { SMALL_IN_THE_CLOUD } from './cloud-body.ts';
import { MOST_PARTS } from './upload-parts.ts';

const bytes = z.int().min(1);
const dateTime = z.iso.datetime();
const partNumber = z.int().min(1).max(10_000);
const expiresAt = dateTime.describe(
  'The addresses stop working then. POST /v1/uploads/direct/{upload_id}/parts gives fresh ones.',
);

/** Above this many bytes a direct upload is sent in parts. */
export const MULTIPART_ABOVE_BYTES = 100_000_000;

export const UploadResult = z
  .strictObject({
    upload_id: id('upl').describe('Stands wherever a call takes `url` or `upload_id`.'),
    video: Video.describe('As probed from the file.'),
    size_bytes: bytes.describe('What is kept; a large master is held as a smaller working copy.'),
    received_bytes: bytes.describe('What was sent.'),
  })
  .meta({ id: 'UploadResult' });
export type UploadResult = z.infer<typeof UploadResult>;

export const UploadPending = z
  .strictObject({
    upload_id: id('upl'),
    status: z
      .literal('reading')
      .describe('The bytes are there and are still being read. Complete again to wait on.'),
  })
  .meta({ id: 'UploadPending' });
export type UploadPending = z.infer<typeof UploadPending>;

export const UploadTicket = z
  .strictObject({
    ticket: z.string().min(1).describe('Sealed: what it says is for the service alone.'),
    upload_url: z
      .url()
      .describe(
        `POST the file here: in a form, as its part \`file\`, or as the bytes alone with Content-Type: application/octet-stream. No credential and no other header is needed. ${SMALL_IN_THE_CLOUD}`,
      ),
    direct_url: z.url().describe('The direct upload call with the ticket in its query.'),
    expires_at: dateTime,
    max_bytes: bytes,
  })
  .meta({ id: 'UploadTicket' });
export type UploadTicket = z.infer<typeof UploadTicket>;

export const sha256Field = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'write the SHA-256 of the file as 64 lower-case hex digits');

const webhookUrl = limitedTo(z.url({ protocol: /^https?$/ }), 2048).optional();

export const UploadTicketRequest = z
  .strictObject({
    webhook_url: webhookUrl.describe(
      'http or https address that is told, signed, what became of each upload by this ticket: `video.ready` or `video.failed`. Whoever holds the ticket cannot read it.',
    ),
  })
  .meta({ id: 'UploadTicketRequest' });
export type UploadTicketRequest = z.infer<typeof UploadTicketRequest>;

/** With parameters: what a browser recorded is `video/webm;codecs=vp9,opus` to it. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=(?:[\w.+,-]+|"[\w.+, -]*"))*$/;

export const filenameField = limitedTo(z.string().min(1), 255);

export const DirectUploadRequest = z
  .strictObject({
    filename: filenameField
      .optional()
      .describe('Gives the stored file its extension and the video its title.'),
    bytes: bytes
      .optional()
      .describe('Size of the file. Above 100 MB the answer is a target in parts.'),
    content_type: z
      .string()
      .max(127)
      .regex(MEDIA_TYPE, 'write a media type such as video/mp4')
      .optional()
      .describe('Becomes one of the headers the transfer must carry.'),
    sha256: sha256Field
      .optional()
      .describe('Of the whole file. Bytes that arrive with another digest are refused.'),
    webhook_url: webhookUrl.describe(
      'http or https address that is told, signed, once the file is a video (`video.ready`), or will never be one (`video.failed`). With a ticket it is named when the ticket is made.',
    ),
  })
  .meta({ id: 'DirectUploadRequest' });
export type DirectUploadRequest = z.infer<typeof DirectUploadRequest>;

const put = z.strictObject({
  method: z.literal('PUT'),
  url: z.url(),
  headers: z
    .record(z.string(), z.string())
    .describe(
      'Send exactly these: the address is signed with them, and the storage refuses any other with an XML error of its own. Content-Length is the size that was named; Content-MD5 may be added.',
    ),
});

const multipart = z.strictObject({
  part_size: bytes.describe('Bytes of every part but the last, which may be smaller.'),
  parts: z
    .array(z.strictObject({ part_number: partNumber, method: z.literal('PUT'), url: z.url() }))
    .min(1)
    .describe(
      'One request each, without headers of your own but Content-Length, which every client sends; Content-MD5 may be added. Keep the ETag it answers with.',
    ),
});

const target = {
  upload_id: id('upl'),
  max_bytes: bytes,
  expires_at: expiresAt,
  complete_url: z.url().describe('POST here once the bytes are sent. Repeating it is safe.'),
};

export const PutTarget = z.strictObject({ ...target, put }).meta({ id: 'PutTarget' });
export type PutTarget = z.infer<typeof PutTarget>;

export const MultipartTarget = z
  .strictObject({ ...target, multipart })
  .meta({ id: 'MultipartTarget' });
export type MultipartTarget = z.infer<typeof MultipartTarget>;

/** Where to send the bytes: in one request, or in parts. */
export const DirectUploadTarget = z
  .union([PutTarget, MultipartTarget])
  .meta({ id: 'DirectUploadTarget' });
export type DirectUploadTarget = z.infer<typeof DirectUploadTarget>;

export const FreshAddressesRequest = z
  .strictObject({
    part_numbers: z
      .array(partNumber)
      .min(1)
      .max(MOST_PARTS)
      .optional()
      .describe(
        'Of an upload in parts. Without it the storage is asked which parts are missing, and those get addresses.',
      ),
  })
  .meta({ id: 'FreshAddressesRequest' });
export type FreshAddressesRequest = z.infer<typeof FreshAddressesRequest>;

export const FreshPut = z.strictObject({ expires_at: expiresAt, put }).meta({ id: 'FreshPut' });
export type FreshPut = z.infer<typeof FreshPut>;

export const FreshParts = z
  .strictObject({ expires_at: expiresAt, multipart })
  .meta({ id: 'FreshParts' });
export type FreshParts = z.infer<typeof FreshParts>;

/** Fresh addresses of an upload that was begun before, in the form in which its first ones came. */
export const FreshAddresses = z.union([FreshPut, FreshParts]).meta({ id: 'FreshAddresses' });
export type FreshAddresses = z.infer<typeof FreshAddresses>;

export const CompleteRequest = z
  .strictObject({
    parts: z
      .array(z.strictObject({ part_number: partNumber, etag: z.string().min(1).max(128) }))
      .min(1)
      .max(10_000)
      .optional()
      .describe('For an upload in parts. Without it the storage is asked which parts arrived.'),
  })
  .meta({ id: 'CompleteRequest' });
export type CompleteRequest = z.infer<typeof CompleteRequest>;
