import type { FramesResult } from '../../domain/frames/frames.ts';
import type { Operation } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { JsonStream } from '../../domain/json-stream.ts';
import type { Answer } from '../../domain/questions/question.ts';
import type { TranscriptResult } from '../../domain/transcript/transcript.ts';
import { makeReadFrames } from '../frames/read-frames.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { makeReadAnswer } from '../questions/read-answer.ts';
import { makeReadTranscript } from '../transcript/read-transcript.ts';

type Result = JsonStream<FramesResult> | JsonStream<TranscriptResult> | Answer;

/**
 * The result of any job that succeeded: what a call that waits would have been answered.
 * @throws DomainError video_not_found when it is no longer stored
 */
export function makeReadResult(deps: {
  artifacts: Pick<ArtifactStore, 'read' | 'get' | 'signedUrl'>;
}) {
  const readers: Record<Operation, (job: JobRecord) => Promise<Result>> = {
    frames: makeReadFrames(deps),
    transcript: makeReadTranscript(deps),
    watch_video: makeReadAnswer(deps),
  };
  return (job: JobRecord): Promise<Result> => readers[job.operation](job);
}
