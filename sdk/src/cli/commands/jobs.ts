import type { JobState, JobSummary } from '../../types.ts';
import { awaitJob } from '../await-job.ts';
import { command, given, numberOf, type Run } from '../command.ts';
import { describeFrames } from '../describe.ts';
import { UsageError } from '../exit-codes.ts';
import { requireFolder, writeSheets } from '../sheets.ts';
import { tellAnswer, tellTranscript } from '../tell.ts';

const options = {
  wait: { type: 'boolean' },
  cancel: { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  limit: { type: 'string' },
} as const;

export const jobs = command({
  summary: 'Recent jobs; one with its result; ends one',
  usage: '[JOB] [--wait] [--out DIR] [--cancel] [--limit N]',
  help: `Without a job: the recent ones, the newest first. With one: how it stands, and what it was answered.

      --wait          until it has ended
  -o, --out DIR       writes its sheets; without, their links are shown
      --cancel        ends it, and gives back what it was charged
      --limit N       how many jobs to list: 20 unless said otherwise, 100 at most

  video-reader jobs
  video-reader jobs job_… --wait --out sheets
  video-reader jobs job_… --json | jq .result`,
  takes: 1,
  options,
  async run(run) {
    const { args, values, out, signal } = run;
    const [id] = args;
    // As of a variable that holds nothing: who wants a job ended is not to believe that it was.
    const ofOne = (['wait', 'cancel', 'out'] as const).find((name) => values[name] !== undefined);
    if (!id && ofOne) throw new UsageError(`--${ofOne} is of one job: name it.`);
    if (id === '') throw new UsageError('The id of the job is empty.');
    if (values.out !== undefined) await requireFolder(values.out);
    const client = await run.client();
    if (id === undefined) {
      const limit = given({ limit: numberOf('limit', values.limit) });
      const { jobs: list } = await client.jobs(limit, { signal });
      if (values.json) out.data(JSON.stringify(list));
      else for (const job of list) out.data(lineOf(job));
      return;
    }
    const job = client.job(id);
    if (values.cancel) await job.cancel();
    if (values.wait) await awaitJob(job, run);
    await show(await job.read({ signal }), run);
  },
});

async function show(job: JobState, run: Run<typeof options>): Promise<void> {
  const { values, out } = run;
  const { error, result } = job;
  const isFrames = result !== undefined && 'sheets' in result;
  const files =
    isFrames && values.out !== undefined ? await writeSheets(result, values.out, run) : undefined;
  if (values.json) {
    out.data(JSON.stringify({ ...job, ...(files && { files }) }));
    return;
  }
  out.data(lineOf(job));
  if (error) out.note(`${error.type}: ${error.message}`);
  if (result === undefined) return;
  if ('partial' in result) {
    for (const { page, t0, t1, url } of result.partial.sheets) {
      out.data(`sheet ${page}, ${t0} to ${t1} s: ${url}`);
    }
    return;
  }
  if ('answer' in result) tellAnswer(result, out);
  else if (!('sheets' in result)) tellTranscript(result, out);
  else out.data(describeFrames(result, files ?? result.sheets.map(({ url = '' }) => url)));
}

const lineOf = ({ job_id, status, operation, detail, credits_charged, queued_at }: JobSummary) =>
  [
    job_id,
    status.padEnd(9),
    `${operation}${detail ? ` ${detail}` : ''}`.padEnd(20),
    `${credits_charged ?? '-'}`.padStart(8),
    queued_at,
  ].join('  ');
