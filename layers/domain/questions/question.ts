import { z } from 'zod';
import { deliveryFields, estimateField, nameField, sourceFields } from '../calls/source-request.ts';
import { limitedTo } from '../characters.ts';
import { id } from '../ids.ts';
import { momentField, withoutDust } from '../timestamp.ts';
import { Video } from '../videos/video.ts';

const seconds = z.number().min(0).max(1e7);
const fraction = z.number().min(0).max(1).overwrite(withoutDust);

export const DEPTHS = ['glance', 'read', 'full'] as const;
export const Depth = z.enum(DEPTHS);
export type Depth = z.infer<typeof Depth>;

/** [x0, y0, x1, y1] as fractions of the displayed picture, from its top left corner. */
export const Region = z
  .tuple([fraction, fraction, fraction, fraction])
  .refine(([x0, y0, x1, y1]) => x0 < x1 && y0 < y1, 'write [x0, y0, x1, y1] with x0 < x1, y0 < y1')
  .meta({ id: 'Region', description: '[x0, y0, x1, y1] as fractions of the picture.' });
export type Region = z.infer<typeof Region>;

/**
 * Whether the stretch lies inside the video, and runs forwards, is judged where the video is known.
 */
export const QuestionWindow = z
  .strictObject({
    from: momentField.describe('Seconds from the first frame.'),
    to: momentField.describe('Seconds from the first frame; after `from`.'),
  })
  .meta({ id: 'QuestionWindow' });
export type QuestionWindow = z.infer<typeof QuestionWindow>;

/**
 * A JSON Schema as the caller sent it. Nothing is refused here: what is not a well-formed schema
 * has an error type of its own, invalid_schema.
 */
export const JsonSchema = z.unknown().meta({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema. The answer then also comes back in `value`, in that shape.',
});

const BLANK = 'is blank; write what to find out, or leave it out';

export const questionField = limitedTo(z.string().trim().min(1, BLANK), 8000).describe(
  'What to find out. Without it: what happens in the video, from start to end.',
);

export const instructionsField = limitedTo(z.string(), 8000).describe(
  'How to word the answer: tone, language, length. What is looked at stays the same.',
);

const questionFields = {
  ...sourceFields,
  question: questionField.optional(),
  session_id: nameField
    .optional()
    .describe(
      'Of an earlier answer: asks on about the same video, out of what was found then; the video need not be named again.',
    ),
  context: z
    .array(limitedTo(z.string().min(1), 2000))
    .max(50)
    .optional()
    .describe(
      'Facts that help and that the video cannot show, a sentence each; with `question` and `instructions` 240 KB at most.',
    ),
  window: QuestionWindow.optional().describe(
    'The only stretch that is fetched and read. Without it, the whole video.',
  ),
  region: Region.optional().describe('The part of the picture to look at; goes with `window`.'),
  depth: Depth.describe(
    'How many moments are looked at. A shallower reading says less; it is never less exact.',
  ),
  schema: JsonSchema.optional(),
  instructions: instructionsField.optional(),
  rewatch: z.boolean().describe('Reads the whole video anew, at the full price.'),
  ...deliveryFields,
};

type Named = { [K in 'url' | 'upload_id' | 'session_id']?: string | undefined };

/** Bytes of the words of one question: with its schema they have to fit into a row of a table. */
const MOST_WORDS_BYTES = 240_000;

interface Words {
  readonly question?: string | undefined;
  readonly instructions?: string | undefined;
  readonly context?: readonly string[] | undefined;
}

/** All of the picture is what is looked at anyway: named or not, it is the same question. */
function withoutWholeRegion<R extends { region?: Region | undefined }>(request: R): R {
  const { region, ...others } = request;
  const isWhole = !region || region.every((edge, at) => edge === (at < 2 ? 0 : 1));
  return isWhole ? (others as R) : request;
}

/** An entry of `unresolved` may point at nothing, and is sent back as it stands. */
const sentRegion = Region.nullable()
  .transform((region) => region ?? undefined)
  .optional()
  .describe(
    'The part of the picture to look at, [x0, y0, x1, y1] as fractions of it; goes with `window`. null, as in `unresolved`: all of it.',
  );

const fits = ({ question = '', instructions = '', context = [] }: Words): boolean =>
  new TextEncoder().encode(question + instructions + context.join('')).length <= MOST_WORDS_BYTES;

export const WatchVideoRequest = z
  .strictObject({
    ...questionFields,
    region: sentRegion,
    depth: questionFields.depth.default('full'),
    rewatch: questionFields.rewatch.default(false),
    estimate: estimateField,
  })
  .refine(({ url, upload_id }: Named) => url === undefined || upload_id === undefined, {
    error: 'send one of `url` and `upload_id`, not both',
    path: ['url'],
  })
  .refine(
    ({ url, upload_id, session_id }: Named) => (url ?? upload_id ?? session_id) !== undefined,
    {
      error: 'send `url`, `upload_id` or, to ask on, `session_id`',
      path: ['url'],
    },
  )
  .refine(
    ({ region, window }: { region?: unknown; window?: unknown }) =>
      region === undefined || window !== undefined,
    {
      error: 'send `window` with it: a region is looked at in a stretch of the video',
      path: ['region'],
    },
  )
  .refine(fits, {
    error: 'send less of it: with `question` and `instructions` it is longer than 240 KB',
    path: ['context'],
  })
  .overwrite(withoutWholeRegion)
  .meta({
    id: 'WatchVideoRequest',
    anyOf: [{ required: ['url'] }, { required: ['upload_id'] }, { required: ['session_id'] }],
    not: { required: ['url', 'upload_id'] },
  });
export type WatchVideoRequest = z.infer<typeof WatchVideoRequest>;

export const Unanswered = z
  .strictObject({
    field: z.string().describe('What was asked: a part of the question, or a path into `schema`.'),
    reason: z.string().describe('Why the video does not tell.'),
  })
  .meta({ id: 'Unanswered' });
export type Unanswered = z.infer<typeof Unanswered>;

export const Answer = z
  .strictObject({
    session_id: id('ses').describe('Send it back to ask on.'),
    answer: z.string().describe('Words; every moment is named as `[12.5s]`, a member of seen_at.'),
    unanswered: z.array(Unanswered).describe('What was asked and is not in the video.'),
    unresolved: z
      .array(
        z.strictObject({
          from: seconds,
          to: seconds,
          reason: z.string(),
          region: Region.nullable().describe('null: there is nothing to point at.'),
        }),
      )
      .describe('Stretches left open: ask again with from and to as `window`, region as `region`.'),
    cached: z.boolean().describe('This very question had been answered; nothing was charged.'),
    seen_at: z.array(seconds).describe('The seconds that were read for this answer.'),
    credits_charged: z.number().min(0),
    ms: z.number().min(0).describe('Milliseconds from the call to its answer.'),
    notes: z
      .array(z.string())
      .describe('Who answered, and what could not be read as it was meant.'),
    value: z.unknown().optional().describe('With `schema`: the answer in that shape. Any JSON.'),
  })
  .meta({ id: 'Answer' });
export type Answer = z.infer<typeof Answer>;

/** A body for this endpoint that works as it stands; members left out have their defaults. */
export const NextQuestion = z
  .strictObject({
    ...questionFields,
    depth: questionFields.depth.optional(),
    rewatch: questionFields.rewatch.optional(),
    sync: z.boolean().optional(),
  })
  .meta({ id: 'NextQuestion' });
export type NextQuestion = z.infer<typeof NextQuestion>;

/**
 * Said instead of an answer when the video has been read already: nothing started, nothing charged.
 */
export const AlreadyRead = z
  .strictObject({
    status: z.literal('already_read'),
    session_id: id('ses'),
    video: Video,
    price: z.strictObject({
      follow_up: z.number().min(0).describe('Credits for asking out of what was found.'),
      rewatch: z.number().min(0).describe('Credits for reading the video anew.'),
    }),
    next: z.strictObject({ follow_up: NextQuestion, rewatch: NextQuestion }),
  })
  .meta({ id: 'AlreadyRead' });
export type AlreadyRead = z.infer<typeof AlreadyRead>;
