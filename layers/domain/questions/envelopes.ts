import { z } from 'zod';
import { stampSeconds } from './stamp-seconds.ts';

/*
 * What a model is asked to answer with, whatever the caller's schema is: foreign schemas meet
 * "grammar too large" and unsupported words on some servers. Members that a model adds are let go.
 */

/** NaN where a model wrote what is no second: it stands for none, and the rest of the answer is whole. */
const seconds = z
  .unknown()
  .transform((told) => (typeof told === 'number' ? told : stampSeconds(String(told))));
/** Some servers' models write null where there is nothing to list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);

/** The stamps of the first and the last tile that was sent, copied: shows that the pictures were seen. */
const stamps = z.object({ first: z.coerce.string(), last: z.coerce.string() });
export type Stamps = z.infer<typeof stamps>;

export const SurveyEnvelope = z.object({
  stamps: stamps.optional(),
  notes: z.array(
    z.object({
      kind: z.string(),
      from: seconds,
      to: seconds,
      text: z.string(),
      certainty: z.number(),
    }),
  ),
  open: z.array(z.object({ from: seconds, to: seconds, why: z.string() })),
});
export type SurveyEnvelope = z.infer<typeof SurveyEnvelope>;

export const AnswerEnvelope = z.object({
  stamps: stamps.optional(),
  sentences: z.array(z.object({ text: z.string(), seconds: z.array(seconds) })),
  fields: listOf(
    z.object({
      path: z.string(),
      json: z.string(),
      seconds: z.array(seconds),
      reason: z.string(),
    }),
  ),
  missing: listOf(z.object({ field: z.string(), reason: z.string() })),
  doubtful: listOf(
    z.object({
      from: seconds,
      to: seconds,
      reason: z.string(),
      region: z.array(z.number()).nullable().default(null),
    }),
  ),
});
export type AnswerEnvelope = z.infer<typeof AnswerEnvelope>;

const CheckEnvelope = z.object({
  verdicts: z.array(
    z.object({
      claim: z.int(),
      verdict: z.enum(['supported', 'contradicted', 'cannot_tell']),
      reason: z.string(),
    }),
  ),
});

/** The envelope of each pass, by its name on the wire. */
export const ENVELOPES = {
  survey: SurveyEnvelope,
  answer: AnswerEnvelope,
  check: CheckEnvelope,
} as const;
export type Pass = keyof typeof ENVELOPES;

type JsonSchema = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const number = { type: 'number' };
const arrayOf = (items: JsonSchema) => ({ type: 'array', items });

/** Every member is required and no other allowed: the strict form that servers of structured output share. */
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const STAMPS = { stamps: object({ first: string, last: string }) };

const SCHEMAS: Readonly<Record<Pass, Readonly<Record<string, JsonSchema>>>> = {
  survey: {
    notes: arrayOf(
      object({ kind: string, from: number, to: number, text: string, certainty: number }),
    ),
    open: arrayOf(object({ from: number, to: number, why: string })),
  },
  answer: {
    sentences: arrayOf(object({ text: string, seconds: arrayOf(number) })),
    fields: arrayOf(
      object({ path: string, json: string, seconds: arrayOf(number), reason: string }),
    ),
    missing: arrayOf(object({ field: string, reason: string })),
    doubtful: arrayOf(
      object({
        from: number,
        to: number,
        reason: string,
        region: { anyOf: [arrayOf(number), { type: 'null' }] },
      }),
    ),
  },
  check: {
    verdicts: arrayOf(
      object({
        claim: { type: 'integer' },
        verdict: { type: 'string', enum: ['supported', 'contradicted', 'cannot_tell'] },
        reason: string,
      }),
    ),
  },
};

/** The envelope as JSON Schema. Calls without pictures have no stamps to copy. */
export const envelopeSchema = (pass: Pass, hasPictures: boolean): JsonSchema =>
  object({ ...(hasPictures && pass !== 'check' ? STAMPS : {}), ...SCHEMAS[pass] });
