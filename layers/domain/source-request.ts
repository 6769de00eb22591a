import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/** The members that every call about one video shares. */
export const sourceFields = {
  url: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('A link to a page or media file, or an `upl_` id.'),
  upload_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('The id of an upload; used instead of `url`.'),
};

export const windowFields = {
  start: Timestamp.optional().describe('Window start. Omit start and end for the whole video.'),
  end: Timestamp.optional().describe('Window end.'),
};

export const deliveryFields = {
  sync: z.boolean().default(true).describe('false queues the work and answers with a job_id.'),
  webhook_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .describe('Called once when the queued job ends.'),
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The same key returns the first result and is not charged twice.'),
};

export const languageField = z
  .string()
  .regex(/^(auto|[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)$/, {
    error: 'write a language code such as "en" or "pt-BR", or "auto"',
  })
  .default('auto')
  .describe('Forces a language; worth setting when the audio is mostly music or noise.');

type Source = { url?: string | undefined; upload_id?: string | undefined };

/** Refuses a body that names no video or two. */
export const exactlyOneSource: [(body: Source) => boolean, { error: string; path: string[] }] = [
  (body) => (body.url === undefined) !== (body.upload_id === undefined),
  { error: 'send exactly one of `url` and `upload_id`', path: ['url'] },
];
