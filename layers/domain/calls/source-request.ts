import { z } from 'zod';
import { limitedTo } from '../characters.ts';
import { Timestamp } from '../timestamp.ts';

const asName = (text: z.ZodString) => text.min(1).max(128);

/** The name of something that may not exist; one that is not of our shape is not found either. */
export const nameField = asName(z.string());

const isNoLink = (name: string): boolean => !/^\s*https?:/i.test(name);

/** The members that every call about one video shares. */
export const sourceFields = {
  url: limitedTo(z.string().min(1), 4096)
    .optional()
    .describe('Link to a page or a media file; the id of an upload or of a video stands here too.'),
  upload_id: asName(
    z.string().refine(isNoLink, 'takes the id of an upload or of a video; send a link as `url`'),
  )
    .optional()
    .describe(
      'Id of an upload (`upl_…`) or of a video (`vid_…`), in the place of `url`; never a link.',
    ),
};

/** Whether a `url` is the id of an upload or of a video: no link has that form. */
export const isNameOfVideo = (url: string): boolean => /^(upl|vid)_/.test(url);

export const windowFields = {
  start: Timestamp.optional().describe(
    'Where to begin. Leave out both start and end to take the whole video.',
  ),
  end: Timestamp.optional().describe('Where to stop.'),
};

export const deliveryFields = {
  sync: z
    .boolean()
    .default(true)
    .describe('true waits for the result; false answers with the queued job right away.'),
  webhook_url: limitedTo(z.url({ protocol: /^https?$/ }), 2048)
    .optional()
    .describe(
      'http or https address that is told, signed, when the job has ended, also where the call waits for it.',
    ),
  idempotency_key: limitedTo(z.string().min(1), 255)
    .optional()
    .describe(
      'Makes a repeat safe: within 7 days the same body under the same key is the same job, paid once.',
    ),
};

/** Asks what a call would cost, in the place of making it. */
export const estimateField = z
  .boolean()
  .optional()
  .describe('true answers with what this call would cost. Nothing is started or charged.');

/** https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1: no tag that means anything is longer. */
const LONGEST_LANGUAGE = 35;

export const languageField = z
  .string()
  .max(LONGEST_LANGUAGE)
  .regex(/^(auto|[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)$/, {
    error: 'write a language code such as "en" or "pt-BR", or "auto"',
  })
  .default('auto')
  .describe('Language that is spoken. auto listens for it, which music and noise can mislead.');

type Source = { url?: string | undefined; upload_id?: string | undefined };

/** Refuses a body that names no video or two. */
export const exactlyOneSource: [(body: Source) => boolean, { error: string; path: string[] }] = [
  (body) => (body.url === undefined) !== (body.upload_id === undefined),
  { error: 'send exactly one of `url` and `upload_id`', path: ['url'] },
];

/** The same rule for a reader of the published schema. */
export const oneSourceSchema = { oneOf: [{ required: ['url'] }, { required: ['upload_id'] }] };
