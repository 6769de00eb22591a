import type { FramesResult } from '../../domain/frames.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import type { TranscriptResult } from '../../domain/transcript.ts';
import { makeReadFrames } from '../frames/read-frames.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { makeReadTranscript } from '../transcript/read-transcript.ts';

/**
 * The result of any job that succeeded: what a call that waits would have been answered.
 * @throws DomainError video_not_found when the video was erased since
 */
export function makeReadResult(deps: { artifacts: Pick<ArtifactStore, 'get' | 'signedUrl'> }) {
  const readFrames = makeReadFrames(deps);
  const readTranscript = makeReadTranscript(deps);
  return (job: JobRecord): Promise<FramesResult | TranscriptResult> =>
    job.operation === 'transcript' ? readTranscript(job) : readFrames(job);
}
