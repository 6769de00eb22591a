import type { TokenUse } from '../domain/questions/token-use.ts';
import { Log } from '../log/log.ts';
import { metric } from '../log/metric.ts';

const log = new Log('worker');

/** What a call of a model used: over all models, and for each. */
export const tokenMetric = (model: string, { calls, input, output }: TokenUse, at: Date) =>
  metric({ model }, { ModelCalls: calls, InputTokens: input, OutputTokens: output }, at);

interface Named {
  readonly orgId: string;
  readonly jobId: string;
}

/** Writes the metric to the worker's log, with the job that the call was made for. */
export const logTokens = (
  model: string,
  { orgId, jobId }: Named,
  use: TokenUse,
  at: Date,
): void => {
  log.info('tokens', { org_id: orgId, job_id: jobId, ...tokenMetric(model, use, at) });
};
