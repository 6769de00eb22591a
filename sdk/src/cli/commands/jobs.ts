import type { JobSummary } from '../../types.ts';
import { command, given, numberOf } from '../command.ts';

export const jobs = command({
  summary: 'Recent jobs; one with its result; ends one',
  usage: '[JOB] [--cancel] [--limit N]',
  help: `Without a job: the recent ones, the newest first. With one: what it was answered, once it has ended.

      --cancel        ends the job, and gives back what it was charged
      --limit N       how many jobs to list: 20 unless said otherwise, 100 at most

  video-reader jobs
  video-reader jobs job_… --json | jq .result`,
  options: { cancel: { type: 'boolean' }, limit: { type: 'string' } },
  async run(run) {
    const { args, values, out, signal } = run;
    const client = await run.client();
    const [id] = args;
    if (id === undefined) {
      const limit = given({ limit: numberOf('limit', values.limit) });
      const list = await client.jobs(limit, { signal });
      if (values.json) out.data(JSON.stringify(list));
      else for (const job of list) out.data(lineOf(job));
      return;
    }
    const job = values.cancel
      ? await client.job(id).cancel()
      : await client.job(id).read({ signal });
    if (values.json) out.data(JSON.stringify(job));
    else out.data(lineOf(job));
    if (job.error) out.note(`${job.error.type}: ${job.error.message}`);
  },
});

const lineOf = ({ job_id, status, operation, detail, credits_charged, queued_at }: JobSummary) =>
  [
    job_id,
    status.padEnd(9),
    `${operation}${detail ? ` ${detail}` : ''}`.padEnd(20),
    `${credits_charged ?? '-'}`.padStart(8),
    queued_at,
  ].join('  ');
