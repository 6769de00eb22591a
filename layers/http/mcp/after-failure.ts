import type { Scope } from '../../domain/accounts/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import type { JobSummary, Operation } from '../../domain/jobs/job.ts';
import type { NextCall } from './next-call.ts';
import { argumentsOf } from './request-arguments.ts';
import type { Tool } from './tool.ts';
import { insteadOf } from './tool-error.ts';
import { framesTool } from './tools/frames.ts';
import { transcriptTool } from './tools/transcript.ts';
import { watchVideoTool } from './tools/watch-video.ts';

const TOOL_OF: Readonly<Record<Operation, Tool>> = {
  frames: framesTool,
  transcript: transcriptTool,
  watch_video: watchVideoTool,
};

/**
 * The call that is likely to work where a job failed.
 * @param request the body of the job, of which a tool takes what it knows
 * @param scopes of whoever reads it
 */
export function afterFailure(
  { operation, error }: Pick<JobSummary, 'operation' | 'error'>,
  request: Readonly<Record<string, unknown>>,
  scopes: readonly Scope[],
): NextCall | undefined {
  if (!error) return undefined;
  const tool = TOOL_OF[operation];
  return insteadOf(DomainError.from(error), tool, argumentsOf(tool, request), scopes);
}
