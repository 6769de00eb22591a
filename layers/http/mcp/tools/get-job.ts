import { z } from 'zod';
import { nameField } from '../../../domain/calls/source-request.ts';
import { isTerminal, Job, JobSummary } from '../../../domain/jobs/job.ts';
import { Answer } from '../../../domain/questions/question.ts';
import { Timestamp } from '../../../domain/timestamp.ts';
import { afterFailure } from '../after-failure.ts';
import { NextCall, waitOn } from '../next-call.ts';
import { argumentsOf } from '../request-arguments.ts';
import { showAnswer } from '../shown-answer.ts';
import { ShownBatch, showBatch } from '../shown-batch.ts';
import { ShownFrames, sheetsField, showSheets } from '../shown-sheets.ts';
import { ShownTranscript, showWords } from '../shown-words.ts';
import { LONGEST_WAIT_SECONDS, type ToolContext, tool } from '../tool.ts';
import { framesTool } from './frames.ts';
import { transcriptTool } from './transcript.ts';

const next = NextCall.optional();
const ShownJob = JobSummary.extend({
  progress: Job.shape.progress,
  result: z.union([ShownFrames, ShownTranscript, Answer]).optional(),
  next,
});

/** Seconds of one look at a batch, between which it is told how far it is. */
const LOOK_SECONDS = 5;

export const getJobTool = tool({
  name: 'get_job',
  title: 'Read a job or a batch',
  description:
    'How a job or a batch stands, and what it made, free of charge: state, progress, error, result. Sheets, words and items that an earlier answer had no room for come with `start`. With `wait` the call is held until the end.',
  scope: 'video:read',
  waits: true,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: z.strictObject({
    job_id: nameField.describe('Id of a job (`job_…`) or of a batch (`bat_…`).'),
    wait: z
      .number()
      .min(0)
      .max(LONGEST_WAIT_SECONDS)
      .default(0)
      .describe(
        'Seconds to wait for its end; in the cloud no more than 100 are waited. 0 answers at once.',
      ),
    start: Timestamp.optional().describe(
      'Shows sheets or words from this second on, the items of a batch from this place on.',
    ),
    sheets: sheetsField,
  }),
  output: z.union([ShownJob, ShownBatch]),
  async call(context, { job_id, wait: wanted, start, sheets }) {
    const wait = Math.min(wanted, context.watch.seconds);
    if (job_id.startsWith('bat_')) {
      return { structured: await batchOf(context, job_id, { wait, start }) };
    }
    const { who, calls, watch } = context;
    const { result, ...job } = await calls.readJob(who, job_id, { ...watch, seconds: wait });
    if (!isTerminal(job.status)) return { structured: { ...job, next: waitOn(job_id) } };
    if (job.status === 'failed') {
      const next = afterFailure(job, await calls.readRequest(who, job_id), who.scopes);
      return { structured: { ...job, ...(next && { next }) } };
    }
    if (!result || 'partial' in result) return { structured: job };
    if ('answer' in result) return { structured: { ...job, result: showAnswer(result) } };
    const request = await calls.readRequest(who, job_id);
    const asked = argumentsOf('sheets' in result ? framesTool : transcriptTool, request);
    const { structured, content } =
      'sheets' in result
        ? await showSheets(context, result, { asked, from: start, most: sheets })
        : showWords(result, { asked, from: start });
    const onward = structured.next && { next: structured.next };
    return { structured: { ...job, result: structured, ...onward }, ...(content && { content }) };
  },
});

async function batchOf(
  { who, calls, watch }: ToolContext,
  batchId: string,
  { wait, start }: { readonly wait: number; readonly start: number | undefined },
): Promise<z.input<typeof ShownBatch>> {
  const until = Date.now() + wait * 1000;
  for (;;) {
    const left = Math.max(0, (until - Date.now()) / 1000);
    const batch = await calls.readBatch(who, batchId, Math.min(LOOK_SECONDS, left));
    const { status, total, done, failed } = batch;
    const shown = showBatch(batch, start);
    if (status !== 'queued' && status !== 'running') return shown;
    if (left <= LOOK_SECONDS || watch.signal.aborted) return { ...shown, next: waitOn(batchId) };
    watch.looked({ status, counted: { done: done + failed, of: total } });
  }
}
