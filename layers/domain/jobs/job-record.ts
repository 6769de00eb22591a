import { z } from 'zod';
import { Hundredths } from '../accounts/credits.ts';
import { Wallet } from '../accounts/credits-result.ts';
import { ApiError } from '../errors.ts';
import { SheetsAs } from '../frames/frames.ts';
import { JobProgress, JobState, Operation } from './job.ts';

const dateTime = z.iso.datetime();

/** What a body says beside its question: who is told, under which key, how sheets are sent. */
const Delivered = z.object({
  webhook_url: z.string().optional(),
  idempotency_key: z.string().optional(),
  /** Of frames. */
  return: SheetsAs.optional(),
});
type Delivered = z.infer<typeof Delivered>;

/** The members of a job that its body says. */
export const deliveredBy = (request: Readonly<Record<string, unknown>>): Delivered =>
  Delivered.parse(request);

const Row = Delivered.extend({
  job_id: z.string(),
  org_id: z.string(),
  operation: Operation,
  status: JobState,
  queue: z.string(),
  /** The body as parsed. Parsing it again gives the same. */
  request: z.record(z.string(), z.unknown()),
  wallet: z.enum(['topup', 'plan']),
  video_id: z.string(),
  /** The version of the video that was accepted; work on an erased or replaced one is not kept. */
  video_version: z.string(),
  detail: z.string().nullable(),
  /**
   * What was taken from which wallet; null until the price is known. What is given back does not
   * change it.
   */
  charges: z.array(z.object({ wallet: Wallet, amount: Hundredths })).nullable(),
  /** What is paid: once the job has ended, without what was given back. */
  credits_charged: Hundredths.nullable(),
  cache_hit: z.boolean(),
  queued_at: dateTime,
  started_at: dateTime.nullable(),
  finished_at: dateTime.nullable(),
  error: ApiError.nullable(),
  /** When the same call may pass, where that is known of what it failed with. */
  retry_at: dateTime.optional(),
  /** Object that holds the result; its links are signed at each read. */
  result_key: z.string().nullable(),
  /** Runs that were begun. */
  attempts: z.int().min(0).default(0),
  /** The run that holds the job, and until when it is trusted to be alive. */
  run: z.string().nullable(),
  lease_until: dateTime.nullable(),
  /** The job whose result is gone and is made again by this one, which is free. */
  redraws: z.string().optional(),
  /** Of a job whose stored result is being sent, in the hands of who sends it: it holds a slot. */
  holds_slot: z.literal(true).optional(),
  /** Further calls that this job answers, and that asked to be told of its end. */
  also_told: z.array(z.object({ id: z.string(), url: z.string() })).optional(),
  /** Digests of the idempotency keys of further calls that this job answers. */
  also_keyed: z.array(z.string()).optional(),
  /**
   * For operators: calls of models that were answered for it, and their tokens as the servers count
   * them.
   */
  model_calls: z.int().min(0).optional(),
  input_tokens: z.number().min(0).optional(),
  output_tokens: z.number().min(0).optional(),
  /** Of a run that fetches; it may be that of a run that was cut off. */
  progress: JobProgress.optional(),
});

/**
 * A job as it is kept; `Job` is what is told of it. A row of before these were members of their own
 * has them in its body. A schema in the body is text; in a row of before that it is an object.
 */
export const JobRecord = z
  .looseObject({ request: Row.shape.request })
  .transform((row) => ({ ...deliveredBy(row.request), ...row, request: requestIn(row.request) }))
  .pipe(Row);
export type JobRecord = z.infer<typeof JobRecord>;

/** What the end and the erasure of a job take of it, where the rest of its row cannot be read. */
export const EndingJob = Row.pick({
  job_id: true,
  org_id: true,
  status: true,
  charges: true,
  credits_charged: true,
  run: true,
  webhook_url: true,
  also_told: true,
  idempotency_key: true,
  also_keyed: true,
}).extend({ operation: z.string() });
export type EndingJob = z.infer<typeof EndingJob>;

type Request = z.infer<typeof Row.shape.request>;

function requestIn({ schema, ...request }: Request): Request {
  if (schema === undefined) return request;
  return { ...request, schema: typeof schema === 'string' ? JSON.parse(schema) : schema };
}
